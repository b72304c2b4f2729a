/*
 * serve.h: a lab's engine behind an address of this machine: `ridge serve`.
 *
 * Three programs: ridge-exec builds the engine, opens the socket on the loopback address, and looks on; ridge-engine
 * runs the engine (runner/include/ridge/engine.h), and ridge-serve speaks HTTP with whoever asks. The last two are in
 * boxes of their own, without a network, a path or an environment: what one says the other reads from a pipe.
 *
 * The events that a job's phase "serve" writes: {"event": "serving", "port", "seats", "room"} and
 * {"event": "answer", "status", "chat", "stream", "in", "said", "first_ms", "each_ms"}.
 */
#ifndef RUNNER_SERVE_H
#define RUNNER_SERVE_H

/* ridge-serve's descriptors, and the exit code by which it says that the engine broke its contract. */
enum { SERVE_LISTEN = 3, SERVE_ORDERS, SERVE_SAID, SERVE_BROKE = 3 };

enum { SERVE_PORT = 8052, SERVE_SEATS = 8 };

#endif
