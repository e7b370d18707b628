# A small image: the first stage compiles the core, the second has only what the server needs.
#
#   docker build -t doghouse .
#   docker run -p 8000:8000 -v doghouse:/data doghouse
#   docker run --rm -v doghouse:/data doghouse backup - > dog.backup
ARG PYTHON=3.11-slim-bookworm

FROM python:${PYTHON} AS builder
RUN apt-get update \
 && apt-get install -y --no-install-recommends gcc libc6-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements/play.lock requirements/server.lock requirements/
RUN python -m venv /build \
 && /build/bin/pip install --no-cache-dir --require-hashes -r requirements/play.lock \
 && python -m venv --without-pip /opt/doghouse \
 && /build/bin/pip --python /opt/doghouse install --no-cache-dir --require-hashes -r requirements/server.lock
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src src
# Fail if the core was not compiled.
RUN /build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels . \
 && /build/bin/pip --python /opt/doghouse install --no-cache-dir --no-deps /wheels/doghouse-*.whl \
 && /opt/doghouse/bin/python -c "import doghouse; assert doghouse.COMPILED, 'the core was not compiled'"

FROM python:${PYTHON}
RUN useradd --system --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin dog \
 && install -d -o dog -g dog -m 700 /data
COPY --from=builder /opt/doghouse /opt/doghouse
ENV PATH=/opt/doghouse/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DOGHOUSE_DATA=/data \
    DOGHOUSE_PORT=8000 \
    DOGHOUSE_NO_LAN=1 \
    DOGHOUSE_NO_QR=1
USER dog
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f\"http://127.0.0.1:{os.environ['DOGHOUSE_PORT']}/healthz\", timeout=4)"]
ENTRYPOINT ["doghouse"]
CMD ["serve"]
