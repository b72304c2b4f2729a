/*
 * engine.h: how a lab's engine hears requests and says bytes when `ridge serve` has started it, in place of a case.
 *
 * The engine's box has these descriptors and no other. Orders come whole: a struct engine_order and its bytes are one
 * write of at most ENGINE_ORDER_MOST bytes into a pipe. That pipe is there twice: a read of ENGINE_ORDERS waits, one
 * of ENGINE_ORDERS_NOW fails with EAGAIN when nobody has asked. The end of the pipe: nobody will ask any more.
 */
#ifndef RIDGE_ENGINE_H
#define RIDGE_ENGINE_H

#include <stdint.h>

enum {
    ENGINE_ORDERS = 3, /* read */
    ENGINE_ORDERS_NOW, /* read */
    ENGINE_SAID,       /* written: one struct engine_word a write */
    ENGINE_MODEL,      /* the first of the lab's models, a file; the others follow */
    ENGINE_ORDER_MOST = 4096,
};

struct engine_order {
    int32_t id, n, want; /* n bytes of the prompt follow; want bytes are to be said; both at least 1 */
};

struct engine_word {
    int32_t id, byte; /* byte: 0 to 255 */
};

/* Of words that are none: the engine takes requests, whose n + want may be `byte`; the engine broke its contract, and
 * `byte` is what it said, or the id that it said it to. */
enum { ENGINE_READY = -1, ENGINE_BAD_BYTE = -2, ENGINE_BAD_ID = -3 };

#endif
