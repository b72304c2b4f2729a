/*
 * harness.c: cuts two arrays of weights into models, and is the door: hands requests over as bytes are
 * said, and writes down what was said, in order. What was said is judged elsewhere. Without a case
 * (`ridge serve`) requests come by a pipe, and bytes go out by another.
 */
#include <errno.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

#include <microlm/model.h>
#include <ridge/engine.h>
#include <ridge/frame.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

enum { F_NONE, F_SEAT, F_BYTE, F_LEFT }; /* oracle.c has the same */
enum { SHAPE = 9, REQ = 3 };             /* numbers of a model, and of a request: n, want, after */
enum { UNSEEN, SEATED, SERVED };

struct door {
    const int32_t *req;
    const uint8_t *text;
    int n, longest, seats;
    int next, live, said; /* the next to be handed over; seats taken; bytes said */
    int *state, *got, *waited;
    int32_t *log;
    size_t room;
    double fault[3];
    bool open;                                 /* to whoever asks */
    struct { int id, left; } seat[MAX_SEATS];  /* then: left 0, nobody */
};

static void misuse(door_t *d, int kind, double a, double b)
{
    if (d->fault[0] == F_NONE) {
        d->fault[0] = kind;
        d->fault[1] = a;
        d->fault[2] = b;
    }
}

/* ---- requests of whoever asks (ridge/engine.h) --- */

static void word(int id, int byte)
{
    struct engine_word w = { id, byte };
    if (write(ENGINE_SAID, &w, sizeof w) != sizeof w)
        _exit(0); /* nobody listens any more */
}

/* A prompt stays where it is until serve returns, which is when nobody asks any more. */
static int ask(door_t *d, req_t *r)
{
    struct engine_order o;
    int k = 0;
    if (d->live == d->seats)
        return DOOR_NONE;
    ssize_t n = read(d->live ? ENGINE_ORDERS_NOW : ENGINE_ORDERS, &o, sizeof o);
    if (n < 0 && errno == EAGAIN)
        return DOOR_NONE;
    uint8_t *text = n == sizeof o ? malloc((size_t)o.n) : NULL;
    if (!text || read(ENGINE_ORDERS, text, (size_t)o.n) != o.n)
        return DOOR_CLOSED;
    while (d->seat[k].left)
        k++;
    d->seat[k].id = o.id;
    d->seat[k].left = o.want;
    d->live++;
    *r = (req_t){ o.id, o.n, o.want, text };
    return DOOR_ONE;
}

static void tell(door_t *d, int id, int byte)
{
    int k = 0;
    while (k < d->seats && !(d->seat[k].left && d->seat[k].id == id))
        k++;
    if (k == d->seats)
        word(ENGINE_BAD_ID, id);
    else if (byte < 0 || byte > 255)
        word(ENGINE_BAD_BYTE, byte);
    else
        word(id, byte);
    if (k < d->seats)
        d->live -= --d->seat[k].left == 0;
}

/* ---- requests of a case --- */

int door_next(door_t *d, req_t *r)
{
    if (d->open)
        return ask(d, r);
    if (d->next == d->n)
        return DOOR_CLOSED;
    const int32_t *q = d->req + (ptrdiff_t)d->next * REQ;
    if (d->live == d->seats || (d->live > 0 && d->said < q[2]))
        return DOOR_NONE;
    *r = (req_t){ d->next, q[0], q[1], d->text + (ptrdiff_t)d->next * d->longest };
    d->state[d->next++] = SEATED;
    d->live++;
    return DOOR_ONE;
}

/* Each free seat that one of those waiting could have had. */
static void count_waiting(door_t *d)
{
    for (int k = d->next; k < d->n && k < d->next + d->seats - d->live; k++)
        d->waited[k] += d->said >= d->req[(ptrdiff_t)k * REQ + 2];
}

void door_say(door_t *d, int id, int byte)
{
    if (d->open) {
        tell(d, id, byte);
        return;
    }
    if (id < 0 || id >= d->n || d->state[id] != SEATED) {
        misuse(d, F_SEAT, id, 0);
        return;
    }
    if (byte < 0 || byte > 255) {
        misuse(d, F_BYTE, id, byte);
        return;
    }
    if (2 * (size_t)d->said + 1 < d->room) {
        d->log[2 * d->said] = id;
        d->log[2 * d->said + 1] = byte;
    }
    d->said++;
    if (++d->got[id] == d->req[(ptrdiff_t)id * REQ + 1]) {
        d->state[id] = SERVED;
        d->live--;
    }
    count_waiting(d);
}

static const bf16 *cut(const bf16 **at, int rows, int cols)
{
    const bf16 *w = *at;
    *at += (size_t)rows * (size_t)cols;
    return w;
}

static lm_model model_of(const int32_t *n, const bf16 *w, lm_layer *layer)
{
    lm_shape s = { n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], (float)n[8], 1e-5f };
    lm_model m = { .s = s, .embed = cut(&w, s.V, s.d), .layer = layer };
    for (lm_layer *l = layer; l < layer + s.L; l++) {
        l->norm1 = cut(&w, 1, s.d);
        l->wq = cut(&w, s.H * s.hd, s.d);
        l->wk = cut(&w, s.Hkv * s.hd, s.d);
        l->wv = cut(&w, s.Hkv * s.hd, s.d);
        l->wo = cut(&w, s.d, s.H * s.hd);
        l->norm2 = cut(&w, 1, s.d);
        l->w1 = cut(&w, s.ff, s.d);
        l->w3 = cut(&w, s.ff, s.d);
        l->w2 = cut(&w, s.d, s.ff);
    }
    m.normf = cut(&w, 1, s.d);
    return m;
}

/* The k-th model that the lab `serves`. */
static lm_model served(int k, lm_layer *layer, int layers)
{
    struct microlm_header h;
    if (pread(ENGINE_MODEL + k, &h, sizeof h, 0) != sizeof h || h.shape.L > layers)
        abort();
    size_t bytes = sizeof h + h.count * sizeof(bf16);
    const char *at = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, ENGINE_MODEL + k, 0);
    if (at == MAP_FAILED)
        abort();
    const struct microlm_shape *s = &h.shape;
    const int32_t n[SHAPE] = { s->d, s->L, s->H, s->Hkv, s->hd, s->ff, s->V, s->ctx, (int32_t)s->base };
    return model_of(n, (const bf16 *)(at + sizeof h), layer);
}

static void serve_all(int seats)
{
    enum { LAYERS = 16 };
    static lm_layer layer[2][LAYERS];
    lm_model target = served(0, layer[0], LAYERS), draft = served(1, layer[1], LAYERS);
    door_t d = { .open = true, .seats = seats };
    if (seats < 1 || seats > MAX_SEATS)
        abort();
    word(ENGINE_READY, target.s.ctx < draft.s.ctx ? target.s.ctx : draft.s.ctx);
    serve(&target, &draft, seats, &d);
}

/*
 * scalars: seats, n, longest (bytes between prompts)
 * args: shapes [2][SHAPE], target, draft, reqs [n][REQ], text [n][longest] | said [][2], notes [4]
 * notes: fault, its two numbers, the most bytes said while a free seat was kept from somebody
 * Without buffers: seats, and the descriptors of ridge/engine.h.
 */
HARNESS(serve)
{
    enum { LAYERS = 16 };
    lm_layer layer[2][LAYERS];
    const int32_t *shape = f->buf[0];
    if (!shape) {
        serve_all((int)f->i[0]);
        return;
    }
    int n = (int)f->i[1], *room = calloc(3 * (size_t)n, sizeof *room);
    if (!room || shape[1] > LAYERS || shape[SHAPE + 1] > LAYERS)
        abort();
    lm_model target = model_of(shape, f->buf[1], layer[0]), draft = model_of(shape + SHAPE, f->buf[2], layer[1]);
    door_t d = { .req = f->buf[3], .text = f->buf[4], .n = n, .longest = (int)f->i[2], .seats = (int)f->i[0],
                 .state = room, .got = room + n, .waited = room + 2 * n, .log = f->buf[5], .room = f->count[5] };
    memset(d.log, 0xff, d.room * sizeof *d.log);
    serve(&target, &draft, d.seats, &d);
    for (int k = 0; k < n; k++)
        if (d.state[k] != SERVED)
            misuse(&d, F_LEFT, k, d.got[k]);
    double *notes = f->buf[6];
    memcpy(notes, d.fault, sizeof d.fault);
    notes[3] = 0;
    for (int k = 0; k < n; k++)
        notes[3] = d.waited[k] > notes[3] ? d.waited[k] : notes[3];
    free(room);
}
