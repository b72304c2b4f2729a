/*
 * harness.c: lays out the arguments that the learner's functions take, counts what they take from the heap, and plays
 * the training runs of part D. Nothing is judged here: what comes out of a run is judged by oracle.c, by a forward pass
 * of its own and on texts that were never trained on.
 */
#define _GNU_SOURCE
#include <link.h>
#include <ridge/frame.h>
#include <stdlib.h>
#include <time.h>

static void *raw_take(size_t bytes)
{
    return aligned_alloc(64, bytes);
}

static void raw_give(void *block)
{
    free(block);
}

#include "gemm.h"
#include "lm.h"
#include "pager.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

enum { ROOM_HEAD = 64 }; /* bytes before each block: its size */

static struct { size_t live, peak; } heap;

void *take(size_t bytes)
{
    size_t room = (bytes + 127) / 64 * 64;
    char *p = raw_take(ROOM_HEAD + room);
    if (!p)
        abort();
    memset(p, 0, ROOM_HEAD + room);
    memcpy(p, &bytes, sizeof bytes);
    heap.live += bytes;
    heap.peak = heap.live > heap.peak ? heap.live : heap.peak;
    return p + ROOM_HEAD;
}

void give(void *block)
{
    size_t bytes;
    if (!block)
        return;
    memcpy(&bytes, (char *)block - ROOM_HEAD, sizeof bytes);
    heap.live -= bytes;
    raw_give((char *)block - ROOM_HEAD);
}

double drawn(uint64_t *rng)
{
    uint64_t z = (*rng += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* --- part A -------------------------------------------------------------------------------------------- */

static size_t blocks_of(int64_t n)
{
    return (size_t)((n + NF4_BLOCK - 1) / NF4_BLOCK);
}

static size_t groups_of(int64_t n)
{
    return (blocks_of(n) + NF4_GROUP - 1) / NF4_GROUP;
}

/* Four buffers from `at` on: codes, scales, steps, mean. */
static struct nf4 nf4_at(const struct ridge_frame *f, int at, int64_t n)
{
    return (struct nf4){ n, f->buf[at], f->buf[at + 1], f->buf[at + 2], *(float *)f->buf[at + 3] };
}

/* args: n | w | codes scales steps mean */
HARNESS(encode)
{
    struct nf4 q = { f->i[0], f->buf[1], f->buf[2], f->buf[3], NAN };
    nf4_encode(f->buf[0], &q);
    *(float *)f->buf[4] = q.mean;
}

/* args: n from count | codes scales steps mean | w */
HARNESS(decode)
{
    struct nf4 q = nf4_at(f, 0, f->i[0]);
    nf4_decode(&q, f->i[1], f->i[2], f->buf[4]);
}

/* args: out in | codes scales steps mean x | y */
HARNESS(gemv)
{
    struct nf4 q = nf4_at(f, 0, f->i[0] * f->i[1]);
    nf4_gemv(&q, (int)f->i[0], (int)f->i[1], f->buf[4], f->buf[5]);
}

/* --- part B -------------------------------------------------------------------------------------------- */

/* args: out in r seed | A B */
HARNESS(init)
{
    struct lora l = { (int)f->i[2], 1, f->buf[0], f->buf[1] };
    uint64_t rng = (uint64_t)f->i[3];
    lora_init(&l, (int)f->i[0], (int)f->i[1], &rng);
}

/* What a call with a base begins with: out, in, r, alpha, four | codes scales steps mean w16. */
static struct base base_of(const struct ridge_frame *f, struct nf4 *q)
{
    int64_t out = f->i[0], in = f->i[1];
    *q = nf4_at(f, 0, out * in);
    return (struct base){ (int)out, (int)in, f->i[4] ? q : NULL, f->i[4] ? NULL : f->buf[4] };
}

static void heap_open(void)
{
    heap.peak = heap.live = 0;
}

/*
 * Memory that nobody took: static variables, and how deep the stack of a call went. Both count as the heap does beyond
 * what is free: 32 KiB of stack, and 64 KiB of statics beside the 227 KiB that this file and the hooks of a counted
 * build have. What holds the base in floats holds it, wherever it lies.
 */
enum { STACK = 1 << 20, EDGE = 4096, PAINT = 0x5a, FREE_STATICS = (64 + 227) << 10, FREE_STACK = 32 << 10 };

static __attribute__((noinline)) void stack_paint(void)
{
    volatile char room[STACK];
    for (size_t k = 0; k < STACK; k++)
        room[k] = PAINT;
}

static __attribute__((noinline)) size_t stack_depth(void)
{
    volatile char room[STACK];
    size_t k = EDGE; /* the two arrays need not begin at the same byte */
    __asm__ volatile("" : "=m"(room)); /* as it was left */
    while (k < STACK && room[k] == PAINT)
        k++;
    return STACK - k;
}

/* Adds up what can be written of the object that holds lora_fwd. */
static int statics_of(struct dl_phdr_info *o, size_t size, void *sum)
{
    uintptr_t at = (uintptr_t)lora_fwd;
    size_t bytes = 0;
    int here = 0;
    (void)size;
    for (int k = 0; k < o->dlpi_phnum; k++) {
        const ElfW(Phdr) *h = &o->dlpi_phdr[k];
        here |= h->p_type == PT_LOAD && at - (o->dlpi_addr + h->p_vaddr) < h->p_memsz;
        bytes += (h->p_type == PT_LOAD && h->p_flags & PF_W) || h->p_type == PT_TLS ? h->p_memsz : 0;
    }
    *(size_t *)sum = here ? bytes : *(size_t *)sum;
    return here;
}

static size_t beyond(size_t bytes, size_t free_of_charge)
{
    return bytes > free_of_charge ? bytes - free_of_charge : 0;
}

static double held_at_most(size_t depth)
{
    size_t statics = 0;
    dl_iterate_phdr(statics_of, &statics);
    return (double)(heap.peak + beyond(statics, FREE_STATICS) + beyond(depth, FREE_STACK));
}

/* args: base, T | base X A B | Y H notes */
HARNESS(fwd)
{
    struct nf4 q;
    struct base W = base_of(f, &q);
    struct lora l = { (int)f->i[2], (float)f->d[3], f->buf[6], f->buf[7] };
    double *notes = f->buf[10];
    memset(f->buf[8], 0x7b, f->count[8] * sizeof(float)); /* a number that is noticed where it is added to */
    heap_open();
    stack_paint();
    lora_fwd(&W, l.r ? &l : NULL, (int)f->i[5], f->buf[5], f->buf[8], l.r ? f->buf[9] : NULL);
    notes[0] = held_at_most(stack_depth());
    notes[1] = (double)heap.live;
    notes[2] = 0;
    if (!l.r)
        memset(f->buf[9], 0, f->count[9] * sizeof(float));
}

/* args: base, T, skip | base X A B dY dX0 dA0 dB0 | dX dA dB notes; skip: dX is NULL */
HARNESS(bwd)
{
    struct nf4 q;
    struct base W = base_of(f, &q);
    struct lora l = { (int)f->i[2], (float)f->d[3], f->buf[6], f->buf[7] };
    int T = (int)f->i[5];
    size_t kept = sizeof(float) * (size_t)(T * l.r + 1);
    float *H = take(kept), *was = take(kept), *grad[3] = { f->buf[12], f->buf[13], f->buf[14] };
    double *notes = f->buf[15];
    for (int k = 0; k < 3; k++)
        memcpy(grad[k], f->buf[9 + k], f->count[9 + k] * sizeof(float));
    if (l.r)
        gemm_add(T, l.r, W.in, (struct view){ f->buf[5], W.in, 1 }, (struct view){ l.A, 1, W.in }, H, l.r);
    memcpy(was, H, kept);
    heap_open();
    stack_paint();
    lora_bwd(&W, l.r ? &l : NULL, T, f->buf[5], l.r ? H : NULL, f->buf[8], f->i[6] ? NULL : grad[0],
             l.r ? grad[1] : NULL, l.r ? grad[2] : NULL);
    notes[0] = held_at_most(stack_depth());
    notes[1] = (double)heap.live;
    notes[2] = memcmp(was, H, kept) != 0; /* buffers of the case cannot be written; this one is the harness's own */
    give(was);
    give(H);
}

/* args: base | base A B | merged */
HARNESS(merge)
{
    struct nf4 q;
    struct base W = base_of(f, &q);
    struct lora l = { (int)f->i[2], (float)f->d[3], f->buf[5], f->buf[6] };
    lora_merge(&W, &l, f->buf[7]);
}

/* args: T n | x l dy dx0 dl0 | y y2 dx dl; y2 is made in place */
HARNESS(ia3)
{
    int T = (int)f->i[0], n = (int)f->i[1];
    memcpy(f->buf[6], f->buf[0], f->count[0] * sizeof(float));
    memcpy(f->buf[7], f->buf[3], f->count[3] * sizeof(float));
    memcpy(f->buf[8], f->buf[4], f->count[4] * sizeof(float));
    ia3_fwd(T, n, f->buf[0], f->buf[1], f->buf[5]);
    ia3_fwd(T, n, f->buf[6], f->buf[1], f->buf[6]);
    ia3_bwd(T, n, f->buf[0], f->buf[1], f->buf[2], f->buf[7], f->buf[8]);
}

/* --- part C -------------------------------------------------------------------------------------------- */

static const struct pager_cost COST = { 20000, 2000, 5000 }; /* oracle.c has the same */

/* args: n frames steps lr | w0 G | w1 notes */
HARNESS(adam)
{
    int n = (int)f->i[0];
    struct adam h = { (float)f->d[3], .9f, .99f, 1e-8f };
    double *notes = f->buf[3];
    pager_t p;
    memcpy(f->buf[2], f->buf[0], f->count[0] * sizeof(float));
    pager_open(&p, n, (int)f->i[1], COST);
    for (int t = 0; t < (int)f->i[2]; t++)
        paged_adam(&p, n, t + 1, f->buf[2], (const float *)f->buf[1] + (ptrdiff_t)t * n, &h);
    notes[0] = (double)p.faults;
    notes[1] = (double)p.copies;
    notes[2] = (double)(p.now + p.due);
    notes[3] = (double)p.uses;
    notes[4] = p.wrong;
    pager_close(&p);
}

/* --- part D -------------------------------------------------------------------------------------------- */

enum { RUN_FULL, RUN_LORA, RUN_QLORA, RUNS, RANK_MOST = 16, NOTES = 6 };

/* What trains: n numbers that lie together, and their gradient. */
struct run {
    struct lm m;
    int kind, T, S, n;
    float *w, *g;
    pager_t pager;
    double seconds, kept; /* kept: bytes of activations */
};

static float *floats(size_t n)
{
    return take(n * sizeof(float));
}

/* Adapters of all linear layers, one after the other: A, then B. Returns their number, and points the model at w, g. */
static int run_adapters(struct lm *m, const struct recipe *r, float *w, float *g)
{
    size_t at = 0;
    for (int l = 0; l < m->s.L; l++)
        for (int k = 0; k < LM_LINEARS; k++) {
            size_t A = (size_t)(r->r * lm_in(&m->s, k)), B = (size_t)(r->r * lm_out(&m->s, k));
            if (w) {
                m->lo[l][k] = (struct lora){ r->r, r->alpha, w + at, w + at + A };
                m->dlo[l][k] = (struct lora){ r->r, r->alpha, g + at, g + at + A };
            }
            at += A + B;
        }
    return (int)at;
}

static void run_quantise(struct lm *m, int l, int k, const uint16_t *w16)
{
    int64_t n = (int64_t)lm_out(&m->s, k) * lm_in(&m->s, k);
    struct nf4 *q = &m->q[l][k];
    *q = (struct nf4){ n, take((size_t)(n + 1) / 2), take(blocks_of(n)), take(groups_of(n) * sizeof(float)), 0 };
    float *w = floats((size_t)n);
    for (int64_t i = 0; i < n; i++)
        w[i] = bf16_value(w16[i]);
    nf4_encode(w, q);
    give(w);
}

static void run_activations(struct run *r)
{
    struct lm *m = &r->m;
    const struct lm_shape *s = &m->s;
    size_t T = (size_t)r->T, S = (size_t)r->S, d = (size_t)s->d, q = (size_t)(s->H * s->hd);
    size_t kv = (size_t)(s->Hkv * s->hd), ff = (size_t)s->ff;
    for (int l = 0; l < s->L; l++) {
        struct lm_kept *a = &m->kept[l];
        *a = (struct lm_kept){ floats(T * d), floats(T * d), floats(T * q), floats(T * kv), floats(T * kv),
                               floats(T * (size_t)s->H * S), floats(T * q), floats(T * d), floats(T * d),
                               floats(T * ff), floats(T * ff), floats(T * ff), { NULL } };
        for (int k = 0; k < LM_LINEARS && m->lo[l][k].r; k++)
            a->H[k] = floats(T * (size_t)m->lo[l][k].r);
    }
    float **one[] = { &m->x, &m->h, &m->dx, &m->dh };
    for (size_t k = 0; k < sizeof one / sizeof *one; k++)
        *one[k] = floats(T * d);
    m->logits = floats(T * (size_t)s->V + S * S);
    m->gain = floats(d);
    m->dq = floats(T * q);
    m->datt = floats(T * q);
    m->dk = floats(T * kv);
    m->dv = floats(T * kv);
    m->dg = floats(T * ff);
    m->du = floats(T * ff);
    m->dact = floats(T * ff);
}

/* A model that is about to be trained. What lies on the heap from here on is counted; so is what stays in the pages of
 * the base: all of it, or the part that is not quantised. */
static size_t run_open(struct run *r, int kind, const int32_t *shape, const uint16_t *w16, int T, int S,
                       const struct recipe *how, uint64_t seed)
{
    struct lm *m = &r->m;
    size_t frozen = 0;
    *r = (struct run){ .kind = kind, .T = T, .S = S };
    m->s = (struct lm_shape){ shape[0], shape[1], shape[2], shape[3], shape[4], shape[5], shape[6] };
    m->w16 = w16;
    m->head = (struct base){ m->s.V, m->s.d, NULL, w16 };
    if (m->s.L > LM_LAYERS || S > m->s.V)
        abort();
    for (int l = 0; l < m->s.L; l++)
        for (int k = 0; k < LM_LINEARS; k++) {
            const uint16_t *at = w16 + lm_at(&m->s, l, k);
            m->lin[l][k] = (struct base){ lm_out(&m->s, k), lm_in(&m->s, k), NULL, at };
            if (kind != RUN_QLORA)
                continue;
            run_quantise(m, l, k, at);
            frozen -= 2 * (size_t)m->q[l][k].n;
            m->lin[l][k].q = &m->q[l][k];
            m->lin[l][k].w16 = NULL;
        }
    r->n = kind == RUN_FULL ? (int)lm_count(&m->s) : run_adapters(m, how, NULL, NULL);
    r->w = floats((size_t)r->n);
    r->g = floats((size_t)r->n);
    pager_open(&r->pager, r->n, kind == RUN_QLORA ? (r->n / PAGE + 1) / 2 + 2 : r->n / PAGE + 2, COST);
    if (kind == RUN_FULL) {
        m->w = r->w;
        m->dw = r->g;
        for (int i = 0; i < r->n; i++)
            m->w[i] = bf16_value(w16[i]);
    } else {
        run_adapters(m, how, r->w, r->g);
        frozen += 2 * lm_count(&m->s);
        for (int l = 0; l < m->s.L; l++)
            for (int k = 0; k < LM_LINEARS; k++)
                lora_init(&m->lo[l][k], lm_out(&m->s, k), lm_in(&m->s, k), &seed);
    }
    size_t before = heap.live;
    run_activations(r);
    r->kept = (double)(heap.live - before);
    heap.peak = heap.live;
    return frozen;
}

/* Every block of a run is the run's alone: they go together. */
static void run_close(struct run *r)
{
    struct lm *m = &r->m;
    for (int l = 0; l < m->s.L; l++) {
        struct lm_kept *a = &m->kept[l];
        float *all[] = { a->x, a->h1, a->q, a->k, a->v, a->p, a->att, a->x2, a->h2, a->g, a->u, a->act };
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            give(all[k]);
        for (int k = 0; k < LM_LINEARS; k++) {
            give(a->H[k]);
            give(m->q[l][k].code);
            give(m->q[l][k].scale);
            give(m->q[l][k].step);
        }
    }
    float *all[] = { m->x, m->h, m->logits, m->gain, m->dx, m->dh, m->dq, m->dk, m->dv, m->datt, m->dg, m->du, m->dact,
                     r->w, r->g };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        give(all[k]);
    pager_close(&r->pager);
}

/* Seconds of processor time: a run has one thread, and what else the machine does is none of its pace. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Steps from 1; a run that has run away stays where it is. */
static void run_train(struct run *r, float rate, int steps, const uint8_t *text, float *curve)
{
    double from = now();
    memset(curve, 0, sizeof *curve * (size_t)steps);
    for (int t = 0; t < steps; t++, text += r->T) {
        struct adam h = { rate * (float)(.1 + .45 * (1 + cos(M_PI * t / steps))), .9f, .99f, 1e-8f };
        memset(r->g, 0, sizeof *r->g * (size_t)r->n);
        curve[t] = (float)lm_pass(&r->m, text, r->T, r->S);
        if (!(curve[t] < 100))
            break;
        paged_adam(&r->pager, r->n, t + 1, r->w, r->g, &h);
    }
    r->seconds = now() - from;
}

/* The model after a run with adapters, merged into 16 bits. */
static void run_merge(const struct run *r, uint16_t *to)
{
    const struct lm_shape *s = &r->m.s;
    memcpy(to, r->m.w16, 2 * lm_count(s));
    for (int l = 0; l < s->L; l++)
        for (int k = 0; k < LM_LINEARS; k++)
            lora_merge(&r->m.lin[l][k], &r->m.lo[l][k], to + lm_at(s, l, k));
}

/*
 * args: steps T S kinds seed rate | shape w16 text | full, adapters of LoRA, of QLoRA, curves of the three, merged,
 * recipe [3], notes [RUNS][NOTES]
 * kinds: a bit for each run; rate is that of the full run. notes: trained, frozen bytes beside the heap, bytes on the
 * heap when the run begins, at most, seconds, bytes of activations
 */
HARNESS(tune)
{
    struct recipe how = { 1, 1, .001f };
    int steps = (int)f->i[0], T = (int)f->i[1], S = (int)f->i[2];
    double *recipe = f->buf[10], *notes = f->buf[11];
    choose_recipe(steps, &how);
    recipe[0] = how.r, recipe[1] = how.alpha, recipe[2] = how.lr;
    how.r = how.r < 1 ? 1 : how.r > RANK_MOST ? RANK_MOST : how.r;
    memset(notes, 0, sizeof *notes * RUNS * NOTES);
    for (int kind = 0; kind < RUNS; kind++, notes += NOTES) {
        struct run r;
        memset(f->buf[3 + kind], 0, f->count[3 + kind] * sizeof(float));
        memset(f->buf[6 + kind], 0, f->count[6 + kind] * sizeof(float));
        if (!(f->i[3] >> kind & 1))
            continue;
        heap_open();
        notes[1] = (double)run_open(&r, kind, f->buf[0], f->buf[1], T, S, &how, (uint64_t)f->i[4]);
        notes[0] = r.n;
        notes[2] = (double)heap.live;
        run_train(&r, kind == RUN_FULL ? (float)f->d[5] : how.lr, steps, f->buf[2], f->buf[6 + kind]);
        notes[3] = (double)heap.peak;
        notes[4] = r.seconds;
        notes[5] = r.kept;
        memcpy(f->buf[3 + kind], r.w, sizeof(float) * (size_t)r.n);
        if (kind == RUN_QLORA)
            run_merge(&r, f->buf[9]);
        run_close(&r);
    }
}
