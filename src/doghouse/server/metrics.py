"""Prometheus metrics."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.events = Counter("doghouse_events", "Events stored", ["kind"], registry=self.registry)
        self.refusals = Counter("doghouse_refusals", "Messages refused", ["code"], registry=self.registry)
        self.acknowledged = Histogram(
            "doghouse_acknowledge_seconds",
            "Time from a message to its acknowledgement",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.thinking = Histogram(
            "doghouse_thinking_seconds", "Time of a bot's decision", buckets=_SECONDS, registry=self.registry
        )
        self.connections = Gauge("doghouse_connections", "Open WebSockets", registry=self.registry)
        self.tables = Gauge("doghouse_tables", "Tables in memory", registry=self.registry)
        self.dropped = Counter(
            "doghouse_connections_dropped", "WebSockets closed by the server", ["why"], registry=self.registry
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
