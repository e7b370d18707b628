"""HTTP and WebSocket: routes, sessions, limits, security headers, uvicorn."""
