/*
 * harness.c: the door. It hands requests over as the clock reaches them, writes down what is said, and runs the engine
 * twice: with the parts `on`, then with those of `off`. What was said is judged elsewhere. Without a case (`ridge
 * serve`) requests come by a pipe, and bytes go out by another.
 */
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include <ridge/engine.h>
#include <ridge/frame.h>

#include "world.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

enum { SHAPE = 9, NOTES = 20 };

/* --- requests of whoever asks (ridge/engine.h) ------------------------------------------------------------ */

static void word(int id, int byte)
{
    struct engine_word w = { id, byte };
    if (write(ENGINE_SAID, &w, sizeof w) != sizeof w)
        _exit(0); /* nobody listens any more */
}

/* A prompt stays where it is until serve returns, which is when nobody asks any more. */
static int ask(world_t *w, req_t *r)
{
    struct engine_order o;
    int k = 0;
    if (w->here == w->cfg->seats)
        return DOOR_NONE;
    ssize_t n = read(w->here ? ENGINE_ORDERS_NOW : ENGINE_ORDERS, &o, sizeof o);
    if (n < 0 && errno == EAGAIN)
        return DOOR_NONE;
    uint8_t *text = n == sizeof o ? malloc((size_t)o.n) : NULL;
    if (!text || read(ENGINE_ORDERS, text, (size_t)o.n) != o.n)
        return DOOR_CLOSED;
    while (w->caller[k].left)
        k++;
    w->caller[k] = (struct caller){ o.id, o.want };
    w->here++;
    *r = (req_t){ o.id, 0, o.n, o.want, text, w->clock };
    return DOOR_ONE;
}

static void tell(world_t *w, int id, int byte)
{
    int k = 0;
    while (k < SEATS && !(w->caller[k].left && w->caller[k].id == id))
        k++;
    if (k == SEATS)
        word(ENGINE_BAD_ID, id);
    else if (byte < 0 || byte > 255)
        word(ENGINE_BAD_BYTE, byte);
    else
        word(id, byte);
    if (k < SEATS)
        w->here -= --w->caller[k].left == 0;
}

/* --- requests of a case ----------------------------------------------------------------------------------- */

static int64_t comes(const world_t *w, int id)
{
    return w->req[(ptrdiff_t)id * REQ + 3] * (int64_t)1000000; /* microseconds in the table */
}

int door_next(world_t *w, req_t *r)
{
    if (w->open)
        return ask(w, r);
    question(w);
    if (w->next == w->n)
        return DOOR_CLOSED;
    if (!w->here && w->clock < comes(w, w->next))
        w->clock = comes(w, w->next);
    if (w->clock < comes(w, w->next))
        return DOOR_NONE;
    const int32_t *q = w->req + (ptrdiff_t)w->next * REQ;
    *r = (req_t){ w->next, q[2], q[0], q[1], w->text + (ptrdiff_t)w->next * w->longest, comes(w, w->next) };
    w->asked = 0;
    w->state[w->next++] = HERE;
    w->here++;
    return DOOR_ONE;
}

int64_t door_now(const world_t *w)
{
    question(the_world);
    return w->clock;
}

void door_say(world_t *w, int id, int byte)
{
    if (w->open) {
        tell(w, id, byte);
        return;
    }
    if (id < 0 || id >= w->n || w->state[id] != HERE) {
        misuse(w, F_SEAT, id, 0);
        return;
    }
    if (byte < 0 || byte > 255) {
        misuse(w, F_BYTE, id, byte);
        return;
    }
    if (2 * w->said + 1 < w->room) {
        w->log[2 * w->said] = id;
        w->log[2 * w->said + 1] = byte;
    }
    w->said++;
    if (!w->got[id])
        w->first[id] = w->clock;
    else if ((double)(w->clock - w->last[id]) > w->gap)
        w->gap = (double)(w->clock - w->last[id]);
    w->last[id] = w->clock;
    if (++w->got[id] == w->req[(ptrdiff_t)id * REQ + 1]) {
        w->state[id] = SERVED;
        w->here--;
    }
}

/* --- one run ---------------------------------------------------------------------------------------------- */

static struct microlm_shape shape_of(const int32_t *n)
{
    return (struct microlm_shape){ n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], (float)n[8], 1e-5f };
}

static void world_open(world_t *w, const engine_cfg_t *cfg, const struct microlm_shape *t, const uint16_t *tw,
                       const struct microlm_shape *d, const uint16_t *dw)
{
    size_t wide = (size_t)cfg->ctx + TREE_NODES + 64;
    *w = (world_t){ .cfg = cfg, .width = view_width(t),
                     .machines = cfg->on & PART_POOLS ? MACHINES : 1 };
    size_t blocks = (size_t)(w->machines * cfg->blocks);
    if (decoder_create(&w->target, t, tw) || decoder_create(&w->draft, d, dw))
        abort();
    w->turn = room(wide * (size_t)t->hd, sizeof(float));
    w->draft_turn = room(wide * (size_t)d->hd, sizeof(float));
    decoder_turns(w->turn, t, (int)wide);
    decoder_turns(w->draft_turn, d, (int)wide);
    w->logits = room((size_t)t->V, sizeof(float));
    w->score = room(wide, sizeof(float));
    w->seen = room(wide, sizeof *w->seen);
    w->pool = room(blocks, block_floats(w) * sizeof(float));
    memset(w->pool, 0xff, blocks * block_floats(w) * sizeof(float));
    w->taken = room(blocks, 1), w->wet = room(blocks, 1);
    w->begun = room(blocks, sizeof *w->begun), w->there = room(blocks, sizeof *w->there);
    for (int k = 0; k < w->machines; k++) {
        struct machine *m = &w->machine[k];
        m->stack = room((size_t)cfg->blocks, sizeof *m->stack);
        for (m->left = 0; m->left < cfg->blocks; m->left++)
            m->stack[m->left] = (int32_t)((k + 1) * cfg->blocks - 1 - m->left);
    }
    the_world = w;
}

static void world_close(world_t *w)
{
    void *all[] = { w->turn, w->draft_turn, w->logits, w->score, w->seen, w->pool, w->taken, w->wet, w->begun,
                    w->there, w->machine[PREFILL].stack, w->machine[DECODE].stack };
    decoder_destroy(&w->target);
    decoder_destroy(&w->draft);
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        free(all[k]);
}

/* Mean time to the first byte of a class, in picoseconds; 0 where it has nobody. */
static double waits(const world_t *w, int cls)
{
    double sum = 0, n = 0;
    for (int k = 0; k < w->n; k++)
        if (w->req[(ptrdiff_t)k * REQ + 2] == cls && w->got[k]) {
            sum += (double)(w->first[k] - comes(w, k));
            n++;
        }
    return n > 0 ? sum / n : 0;
}

/* The longest time to a first byte, in picoseconds. */
static double longest_wait(const world_t *w)
{
    double longest = 0;
    for (int k = 0; k < w->n; k++)
        longest = fmax(longest, (double)(w->first[k] - comes(w, k)));
    return longest;
}

static void note(world_t *w, double *notes)
{
    for (int k = 0; k < w->n; k++)
        if (w->state[k] != SERVED)
            misuse(w, F_LEFT, k, w->got[k]);
    for (int k = 0; k < w->machines; k++)
        if (w->machine[k].left != w->cfg->blocks)
            misuse(w, F_LEAK, w->cfg->blocks - w->machine[k].left, 0);
    memcpy(notes, w->fault, sizeof w->fault);
    const double all[] = { w->passes, w->tokens, w->prefill, w->passes > 0 ? w->held / w->passes : 0, w->held_most,
                           waits(w, 0), waits(w, 1), w->gap, (double)w->clock, w->moved,
                           w->shown, w->wired, longest_wait(w) };
    memset(notes + 3, 0, (NOTES - 3) * sizeof *notes);
    memcpy(notes + 3, all, sizeof all);
    for (int k = 0; k + 1 < NOTES; k++)
        notes[NOTES - 1] += notes[k]; /* who writes over a figure has to know this one, too */
}

enum { US = 1000000, MS = 1000000 }; /* a microsecond in picoseconds, a millisecond in nanoseconds */

/* What all cases have in common. A token of this world takes 50 us, a pass 1 ms at least: 20 tokens are free. */
static engine_cfg_t common(int seats, const struct microlm_shape *s)
{
    return (engine_cfg_t){
        .seats = seats, .V = s->V, .ctx = s->ctx, .tree = { 4, 2, 6 },
        .evict = { EVICT_STREAM, s->L * s->H, 16, RULE_SINKS, RULE_WINDOW, RULE_KERNEL },
        .price = { 50 * US, US / 100, 1000 * US, US / 10 },
        .model = { s->L, s->d, s->H, s->Hkv, s->hd, sizeof(float), 0, 0, 0 },
        .cls = { { 20 * MS, 3 * MS, 400 * MS }, { 400 * MS, 20 * MS, 400 * MS } },
    };
}

static void run(const struct ridge_frame *f, engine_cfg_t cfg, unsigned on, int32_t *log, unsigned char *sees,
                double *notes)
{
    const int32_t *shape = f->buf[0];
    struct microlm_shape t = shape_of(shape), d = shape_of(shape + SHAPE);
    int n = (int)f->i[1];
    size_t room_of = f->count[5]; /* of each log */
    static world_t w; /* what serve is left by jumps must not stand in registers */
    cfg.on = on;
    world_open(&w, &cfg, &t, f->buf[1], &d, f->buf[2]);
    w.req = f->buf[3], w.text = f->buf[4], w.n = n, w.longest = (int)f->i[2];
    w.state = room((size_t)n, sizeof *w.state), w.got = room((size_t)n, sizeof *w.got);
    w.first = room((size_t)n, sizeof *w.first), w.last = room((size_t)n, sizeof *w.last);
    w.log = log, w.room = room_of;
    w.sees = sees, w.most = (int)f->i[14];
    memset(log, 0xff, room_of * sizeof *log);
    if (!setjmp(w.out))
        serve(&cfg, &w);
    note(&w, notes);
    free(w.state), free(w.got), free(w.first), free(w.last);
    world_close(&w);
}

/* --- ridge serve ------------------------------------------------------------------------------------------ */

/* The k-th model that the lab `serves`. */
static const uint16_t *served(int k, struct microlm_shape *s)
{
    struct microlm_header h;
    if (pread(ENGINE_MODEL + k, &h, sizeof h, 0) != sizeof h)
        abort();
    const char *at = mmap(NULL, sizeof h + h.count * sizeof(uint16_t), PROT_READ, MAP_PRIVATE, ENGINE_MODEL + k, 0);
    if (at == MAP_FAILED)
        abort();
    *s = h.shape;
    return (const uint16_t *)(at + sizeof h);
}

/* All parts but the one that changes what is said, on one machine. */
static void serve_all(int seats)
{
    struct microlm_shape t, d;
    const uint16_t *tw = served(0, &t), *dw = served(1, &d);
    world_t w;
    if (seats < 1 || seats > SEATS)
        abort();
    engine_cfg_t cfg = common(seats, &t);
    cfg.ctx = t.ctx < d.ctx ? t.ctx : d.ctx;
    cfg.bs = 16;
    cfg.blocks = (seats + 1) * ((cfg.ctx + cfg.tree.total) / cfg.bs + 2);
    cfg.budget = 32 + seats;
    cfg.on = PART_PREFIX | PART_CHUNK | PART_TREE | PART_SLO;
    world_open(&w, &cfg, &t, tw, &d, dw);
    w.open = 1;
    word(ENGINE_READY, cfg.ctx);
    serve(&cfg, &w);
    world_close(&w);
}

/*
 * scalars: seats, n, longest, on, off, bs, blocks, budget, keep, kind, room, together, msg_us, kB_us, wmax
 * args: shapes [2][SHAPE], target, draft, reqs [n][REQ], text [n][longest] | said [][2], plain [][2],
 * sees [n][wmax][ctx], notes [2][NOTES] | promise [3] to class 1: ttft, tpot and patience, in milliseconds
 * notes: fault and its two numbers; passes, tokens, those of prompts, blocks held on average and at most, waits of
 * both classes, the longest gap between two bytes, the clock, bytes on the wire, its time after the passes, its time,
 * the longest wait for a first byte; the last one is the sum of all. Without buffers: seats, and the descriptors of
 * ridge/engine.h.
 */
HARNESS(serve)
{
    const int32_t *shape = f->buf[0];
    if (!shape) {
        serve_all((int)f->i[0]);
        return;
    }
    const int32_t *promise = f->buf[9];
    struct microlm_shape t = shape_of(shape);
    engine_cfg_t cfg = common((int)f->i[0], &t);
    cfg.bs = (int)f->i[5], cfg.blocks = (int)f->i[6], cfg.budget = (int)f->i[7];
    cfg.evict.budget = (int)f->i[8], cfg.evict.kind = (enum evict_kind)f->i[9];
    cfg.room = f->i[10], cfg.together = (int)f->i[11];
    cfg.msg = f->i[12] * US, cfg.kB = f->i[13] * US;
    cfg.cls[1] = (slo_class_t){ promise[0] * (int64_t)MS, promise[1] * (int64_t)MS, promise[2] * (int64_t)MS };
    memset(f->buf[7], 0, f->count[7]);
    run(f, cfg, (unsigned)f->i[3], f->buf[5], f->buf[7], f->buf[8]);
    run(f, cfg, (unsigned)f->i[4], f->buf[6], NULL, (double *)f->buf[8] + NOTES);
}
