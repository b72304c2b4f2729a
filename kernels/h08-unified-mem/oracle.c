/*
 * oracle.c: what is right in h08-unified-mem. Break-even sizes are found by halving, what comes along by asking every
 * subtree, rows of faults by going through one block's accesses from the start. The pager is a second one: blocks
 * have one of three states, and the GPU's are a queue from the longest unused to the last used. A learner's plan is
 * run by it, beside demand paging.
 */
#include <ridge/oracle.h>

#include "lab.h"

#include <stdarg.h>
#include <stdlib.h>

enum { BOX = 6, MASK = 3, MACHINE = 9, OP = 3, TOUCH = 3, BRAKE = 4, STATS = 5, PLAN = 1 + UM_BLOCKS + OP * UM_OPS };

static const char *const kinds[] = { "GPU_READ", "GPU_WRITE", "CPU_READ", "CPU_WRITE", "PREFETCH" };
static const char *const hints[] = { "NONE", "MOSTLY", "HOME" };

static int wrong(struct ridge_verdict *v, const char *how, ...)
{
    va_list a;
    va_start(a, how);
    vsnprintf(v->message, sizeof v->message, how, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

static int64_t below(uint64_t *s, int64_t n)
{
    return (int64_t)(ridge_next(s) % (uint64_t)n);
}

static int64_t quotient(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

static int64_t max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* ------------------------------------------------------------------------------------------ one memory or two */

/* Every third box with one memory is the faster one, every fifth box with two has no way to host memory. */
int boxes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double *r = b ? b->data : NULL;
    for (int k = 0; r && k < ridge_int(c, "R"); k++, r += BOX + 1) {
        r[2] = 1e9 * (double)(4 + below(&seed, 140)), r[3] = 1e9 * (double)(300 + below(&seed, 4000));
        r[0] = r[2] * (1 + ridge_uniform(&seed) * 6);
        r[1] = k % 3 ? r[3] * (.08 + .8 * ridge_uniform(&seed)) : r[3] * (1 + ridge_uniform(&seed));
        r[4] = k % 5 == 1 || k % 5 == 3 ? 0 : 1e9 * (double)(8 + below(&seed, 55));
        r[5] = k % 5 == 2 || k % 5 == 3 ? 0 : 1e9 * (double)(8 + below(&seed, 200));
        if (k % 7 == 4)
            r[0] = r[2] * ridge_uniform(&seed);
        if (k % 13 == 6) /* equally fast, or as fast as the slow way: lines that do not cross */
            r[1] = r[3];
        if (k % 13 == 7 && r[4] + r[5] > 0)
            r[1] = fmax(r[4], r[5]);
        r[6] = k % 4 == 0 ? r[2] : (k % 4 == 1 ? .9 : 2.2) * r[2] * (1 - .5 * ridge_uniform(&seed));
    }
    return r ? 0 : -1;
}

static double seconds(const double *two, double bytes)
{
    double way = fmax(two[2], two[3]);
    if (bytes <= two[0])
        return bytes / two[1];
    return way == 0 ? INFINITY : two[0] / two[1] + (bytes - two[0]) / way;
}

static double border(const double *r)
{
    double low = 0, high = r[0];
    if (r[1] >= r[3])
        return 0;
    if (high / r[1] > seconds(r + 2, high))
        return -1;
    for (int k = 0; k < 200; k++) {
        double half = low + (high - low) / 2;
        *(half / r[1] > seconds(r + 2, half) ? &low : &high) = half;
    }
    return high;
}

static int near(double got, double want)
{
    return fabs(got - want) <= 1e-9 * fabs(want);
}

int token_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *r = ridge_data(c, "boxes"), *got = ridge_data(c, "tokens");
    for (int k = 0; k < ridge_int(c, "R"); k++, r += BOX + 1, got += 3) {
        double alone[4] = { r[0], r[1], 0, 0 }, want[3] = { seconds(alone, r[6]), seconds(r + 2, r[6]), border(r) };
        for (int i = 0; i < 3; i++) {
            want[i] = isinf(want[i]) ? -1 : want[i];
            if (i < 2 && !near(got[i], want[i]))
                return wrong(v, "um_token of pair %d: %.4g GB on a box with %.4g GB at %.4g GB/s, link %.4g, CPU %.4g: "
                             "%.9g s, expected %.9g", k, r[6] / 1e9, (i ? r[2] : r[0]) / 1e9, (i ? r[3] : r[1]) / 1e9,
                             i ? r[4] / 1e9 : 0, i ? r[5] / 1e9 : 0, got[i], want[i]);
            if (i == 2 && !near(got[i], want[i]))
                return wrong(v, "um_break_even of pair %d: %.4g GB at %.4g GB/s against %.4g GB at %.4g, link %.4g, "
                             "CPU %.4g: %.9g, expected %.9g", k, r[0] / 1e9, r[1] / 1e9, r[2] / 1e9, r[3] / 1e9,
                             r[4] / 1e9, r[5] / 1e9, got[i], want[i]);
        }
    }
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------ what a fault brings along */

int masks_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    static const int usual[] = { 51, 50, 25, 75, 99, 1 };
    int64_t *r = b ? b->data : NULL;
    for (int k = 0; r && k < ridge_int(c, "R"); k++, r += MASK) {
        uint32_t there = (uint32_t)ridge_next(&seed), faulted = (uint32_t)ridge_next(&seed);
        for (int64_t thin = below(&seed, 4); thin > 0; thin--)
            there &= (uint32_t)ridge_next(&seed);
        for (int64_t thin = k % 4; thin >= 0; thin--)
            faulted &= (uint32_t)ridge_next(&seed);
        if (k % 5 == 4) /* all but a leaf or two */
            there = UINT32_MAX, faulted = 1u << below(&seed, 32) | 1u << below(&seed, 32);
        if (k % 5 == 3) /* front to back */
            there = (1u << below(&seed, 31)) - 1, faulted = there + 1;
        r[0] = there & ~faulted, r[1] = faulted;
        r[2] = k % 3 ? usual[below(&seed, 6)] : 1 + below(&seed, 99);
    }
    return r ? 0 : -1;
}

int grow_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *r = ridge_data(c, "masks"), *got = ridge_data(c, "grown");
    for (int k = 0; k < ridge_int(c, "R"); k++, r += MASK) {
        int64_t want = r[1];
        for (int size = 2; size <= 32; size *= 2)
            for (int from = 0; from < 32; from += size) {
                int full = 0, asks = 0;
                for (int i = from; i < from + size; i++)
                    full += (r[0] | r[1]) >> i & 1, asks |= r[1] >> i & 1;
                for (int i = from; asks && 100 * full > (int)r[2] * size && i < from + size; i++)
                    want |= INT64_C(1) << i;
            }
        want &= ~r[0];
        if (got[k] != want)
            return wrong(v, "um_grow of block %d: there %08llx, faulted %08llx, %lld %%: %08llx, expected %08llx", k,
                         (unsigned long long)r[0], (unsigned long long)r[1], (long long)r[2],
                         (unsigned long long)got[k], (unsigned long long)want);
    }
    v->pass = 1;
    return 0;
}

/* ----------------------------------------------------------------------------------------- machines and traces */

struct trace {
    um_machine_t m;
    um_op_t op[UM_OPS];
    int n;
};

enum { ANY, STREAM, CIRCLE, PING, TABLE, SPARSE, MIXED };

static void unpack(const int64_t *r, struct trace *t)
{
    t->m = (um_machine_t){ .blocks = (int)r[0], .cap = (int)r[1], .block_B = r[2], .fault_ns = r[3], .link = r[4],
                           .far = r[5], .gpu = r[6], .cpu = r[7] };
    t->n = (int)r[8];
}

static void read_ops(um_op_t *op, const int32_t *r, int n)
{
    for (int k = 0; k < n; k++, r += OP)
        op[k] = (um_op_t){ r[0], r[1], r[2] };
}

static void push(struct trace *t, int kind, int block, int64_t bytes, int most)
{
    if (t->n < most)
        t->op[t->n++] = (um_op_t){ kind, block, bytes };
}

/* One step of a trace over blocks from ... from + size - 1: what it does at its step i. */
static void step(struct trace *t, int shape, int from, int size, int i, int most, uint64_t *s)
{
    int b = from + i % size, odd = i / size % 2;
    int64_t all = t->m.block_B;
    if (shape == STREAM) /* the CPU has written all, and the GPU goes through twice */
        push(t, odd ? UM_GPU_READ : UM_GPU_WRITE, b, all, most);
    if (shape == CIRCLE)
        push(t, UM_GPU_READ, b, all, most);
    if (shape == PING)
        push(t, odd ? UM_GPU_WRITE : UM_CPU_WRITE, b, quotient(all, 256), most);
    if (shape == TABLE)
        push(t, odd ? UM_GPU_READ : UM_CPU_READ, b, odd ? all : all / 32, most);
    if (shape == SPARSE)
        push(t, UM_GPU_READ, from + (int)below(s, size), quotient(all, 512), most);
}

static void any_trace(struct trace *t, int most, int plain, uint64_t *s)
{
    t->n = 0;
    for (int left = 1 + (int)below(s, most), b = 0; left > 0; left--) {
        int kind = (int)below(s, 8);
        b = below(s, 3) ? (b + 1) % t->m.blocks : (int)below(s, t->m.blocks);
        kind = kind == 5 ? UM_PREFETCH : kind > 5 ? UM_GPU_READ : kind;
        kind = plain && kind == UM_PREFETCH ? UM_GPU_READ : kind;
        push(t, kind, b, kind == UM_PREFETCH ? 0 : 1 + below(s, t->m.block_B), most);
    }
}

/* Machine k of a case and its trace: `set` is how many blocks there are, `size` how many fit. */
static void drawn(const struct ridge_case *c, struct trace *t, int k, uint64_t seed)
{
    uint64_t s = ridge_mix(seed + (uint64_t)k, "trace");
    int shape = (int)ridge_int(c, "shape"), N = (int)ridge_int(c, "N");
    um_machine_t *m = &t->m;
    t->n = 0;
    if (shape == ANY) {
        *m = (um_machine_t){ 1 + (int)below(&s, k % 3 ? 12 : 40), 1 + (int)below(&s, 12), 1 + below(&s, 3000),
                             1 + below(&s, 300), 1 + below(&s, 20), 1 + below(&s, 20), 1 + below(&s, 60),
                             1 + below(&s, 30) };
        if (k % 6 == 5) /* long times */
            m->block_B = 1 + below(&s, INT32_MAX), m->fault_ns += INT64_C(3000000000);
        if (k % 12 == 10) /* as many blocks as lab.h allows */
            m->blocks = UM_BLOCKS, m->cap = 1 + (int)below(&s, UM_BLOCKS);
        any_trace(t, N, (int)ridge_int(c, "plain"), &s);
        t->n = k % 50 == 1 ? 0 : t->n;
        return;
    }
    *m = (um_machine_t){ .blocks = (int)ridge_int(c, "set"), .cap = (int)ridge_int(c, "size"), .block_B = 2 << 20,
                         .fault_ns = 30000, .link = 50, .far = ridge_int(c, "far"), .gpu = ridge_int(c, "gpu"),
                         .cpu = 20 };
    if (k) /* others of the kind */
        m->fault_ns = 5000 + below(&s, 40000), m->gpu = quotient(m->gpu * (50 + below(&s, 100)), 100);
    for (int i = 0; shape != MIXED && i < N; i++)
        step(t, shape, 0, m->blocks, i, N, &s);
    if (shape == MIXED) {
        int at[SPARSE + 1] = { 0 }, part = m->blocks / SPARSE, one = STREAM;
        while (t->n < N) {
            one = below(&s, 4) ? one : STREAM + (int)below(&s, SPARSE);
            step(t, one, (one - 1) * part, part, at[one]++, N, &s);
        }
    }
}

int machines_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    static struct trace t;
    int64_t *r = b ? b->data : NULL;
    for (int k = 0; r && k < ridge_int(c, "R"); k++, r += MACHINE) {
        drawn(c, &t, k, seed);
        int64_t row[MACHINE] = { t.m.blocks, t.m.cap, t.m.block_B, t.m.fault_ns, t.m.link, t.m.far, t.m.gpu, t.m.cpu,
                                 t.n };
        memcpy(r, row, sizeof row);
    }
    return r ? 0 : -1;
}

int ops_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    static struct trace t;
    int N = (int)ridge_int(c, "N");
    int32_t *to = b ? b->data : NULL;
    for (int k = 0; to && k < ridge_int(c, "R"); k++, to += OP * N) {
        drawn(c, &t, k, seed);
        memset(to, 0, (size_t)(OP * N) * sizeof *to);
        for (int i = 0; i < t.n; i++)
            to[OP * i] = t.op[i].kind, to[OP * i + 1] = t.op[i].block, to[OP * i + 2] = (int32_t)t.op[i].bytes;
    }
    return to ? 0 : -1;
}

/* Every third machine has no hints, the others have some of each. */
int hints_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint8_t *h = b ? b->data : NULL;
    uint64_t s = ridge_mix(seed, buffer);
    for (int k = 0; h && k < ridge_int(c, "R"); k++, h += UM_BLOCKS)
        for (int i = 0; i < UM_BLOCKS; i++)
            h[i] = k % 3 == 0 ? UM_NONE : (uint8_t)below(&s, 3);
    return h ? 0 : -1;
}

/* ------------------------------------------------------------------------------------------------- the pager */

enum where { HOST, DEVICE, BOTH };

struct world {
    const um_machine_t *m;
    const uint8_t *hint;
    enum where where[UM_BLOCKS];
    int64_t host[UM_BLOCKS], device[UM_BLOCKS]; /* arrivals */
    int queue[UM_BLOCKS + 1], held;             /* blocks on the GPU, the longest unused first */
    int64_t clock, inward, outward;
    um_stats_t s;
};

static void forget(struct world *w, int b)
{
    int to = 0;
    for (int i = 0; i < w->held; i++)
        if (w->queue[i] != b)
            w->queue[to++] = w->queue[i];
    w->held = to;
}

static void touch(struct world *w, int b)
{
    forget(w, b);
    w->queue[w->held++] = b;
}

static int64_t goes_out(struct world *w, int b, int64_t t, enum where then)
{
    t = max(max(t, w->device[b]), w->outward) + quotient(w->m->block_B, w->m->link);
    w->outward = w->host[b] = t;
    w->s.out_B += w->m->block_B;
    w->where[b] = then;
    if (then == HOST)
        forget(w, b);
    return t;
}

static void comes_in(struct world *w, int b, enum where then)
{
    int64_t t = w->clock;
    if (w->held == w->m->cap) {
        int old = w->queue[0];
        if (w->where[old] == DEVICE) {
            t = goes_out(w, old, t, HOST);
        } else {
            w->where[old] = HOST;
            forget(w, old);
        }
    }
    t = max(max(t, w->host[b]), w->inward) + quotient(w->m->block_B, w->m->link);
    w->inward = w->device[b] = t;
    w->s.in_B += w->m->block_B;
    w->where[b] = then;
    touch(w, b);
}

static void has_fault(struct world *w)
{
    w->s.faults++, w->clock += w->m->fault_ns;
}

static void by_gpu(struct world *w, const um_op_t *o)
{
    int b = o->block, mostly = w->hint[b] == UM_MOSTLY && o->kind == UM_GPU_READ;
    if (w->where[b] == HOST) {
        w->clock = max(w->clock, w->host[b]);
        if (w->hint[b] == UM_HOME) {
            w->clock += quotient(o->bytes, w->m->far), w->s.far_B += o->bytes;
            return;
        }
        has_fault(w);
        comes_in(w, b, mostly ? BOTH : DEVICE);
        w->clock = w->device[b];
    } else {
        w->clock = max(w->clock, w->device[b]);
        if (w->where[b] == BOTH && o->kind == UM_GPU_WRITE) {
            w->clock = max(w->clock, w->host[b]);
            has_fault(w);
            w->where[b] = DEVICE;
        }
        touch(w, b);
    }
    w->clock += quotient(o->bytes, w->m->gpu);
}

static void by_cpu(struct world *w, const um_op_t *o)
{
    int b = o->block, mostly = w->hint[b] == UM_MOSTLY && o->kind == UM_CPU_READ;
    if (w->where[b] == DEVICE) {
        has_fault(w);
        w->clock = goes_out(w, b, w->clock, mostly ? BOTH : HOST);
    } else {
        w->clock = max(w->clock, w->host[b]);
        if (w->where[b] == BOTH && o->kind == UM_CPU_WRITE) {
            w->clock = max(w->clock, w->device[b]);
            has_fault(w);
            w->where[b] = HOST;
            forget(w, b);
        }
    }
    w->clock += quotient(o->bytes, w->m->cpu);
}

static void run(const um_machine_t *m, const uint8_t *hint, const um_op_t *op, int n, int64_t *end, um_stats_t *s)
{
    static struct world w;
    memset(&w, 0, sizeof w);
    w.m = m, w.hint = hint;
    for (int k = 0; k < n; k++) {
        int b = op[k].block;
        if (op[k].kind <= UM_GPU_WRITE)
            by_gpu(&w, &op[k]);
        else if (op[k].kind <= UM_CPU_WRITE)
            by_cpu(&w, &op[k]);
        else if (w.where[b] != HOST)
            touch(&w, b);
        else
            comes_in(&w, b, hint[b] == UM_MOSTLY ? BOTH : DEVICE);
        end[k] = w.clock;
    }
    w.s.ns = max(w.clock, max(w.inward, w.outward));
    *s = w.s;
}

int run_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct trace t;
    static int64_t end[UM_OPS];
    static const char *const names[STATS] = { "ns", "faults", "in_B", "out_B", "far_B" };
    const int64_t *row = ridge_data(c, "machines"), *got = ridge_data(c, "times");
    const uint8_t *hint = ridge_data(c, "hints");
    const int32_t *ops = ridge_data(c, "ops");
    int N = (int)ridge_int(c, "N");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += MACHINE, ops += OP * N, hint += UM_BLOCKS, got += N + STATS) {
        um_stats_t s;
        unpack(row, &t);
        read_ops(t.op, ops, t.n);
        run(&t.m, hint, t.op, t.n, end, &s);
        for (int i = 0; i < t.n; i++)
            if (got[i] != end[i])
                return wrong(v, "um_run of trace %d (%d ops, %d blocks, %d fit): op %d, %s of block %d with hint %s, "
                             "ends at %lld, expected %lld", k, t.n, t.m.blocks, t.m.cap, i, kinds[t.op[i].kind],
                             t.op[i].block, hints[hint[t.op[i].block]], (long long)got[i], (long long)end[i]);
        const int64_t want[STATS] = { s.ns, s.faults, s.in_B, s.out_B, s.far_B };
        for (int i = 0; i < STATS; i++)
            if (got[N + i] != want[i])
                return wrong(v, "um_run of trace %d (%d ops, %d blocks, %d fit): %s is %lld, expected %lld", k, t.n,
                             t.m.blocks, t.m.cap, names[i], (long long)got[N + i], (long long)want[i]);
    }
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------------------- the brake */

int brakes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *r = b ? b->data : NULL, N = ridge_int(c, "N");
    uint64_t s = ridge_mix(seed, buffer);
    for (int k = 0; r && k < ridge_int(c, "R"); k++, r += BRAKE) {
        r[0] = k < 2 ? k : 1 + below(&s, N), r[1] = 1 + below(&s, 40);
        r[2] = 1 + below(&s, 5), r[3] = 1 + below(&s, 400);
        if (k % 5 == 3) /* one of the three is 0 */
            r[1 + k / 5 % 3] = 0;
        if (k % 5 == 4) /* the driver's, in ns */
            r[1] = 500000, r[2] = 3, r[3] = 300 * r[1];
    }
    return r ? 0 : -1;
}

int touches_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *r = b ? b->data : NULL, N = ridge_int(c, "N");
    uint64_t s = ridge_mix(seed, buffer);
    for (int k = 0; r && k < ridge_int(c, "R"); k++) {
        int64_t t = below(&s, 100), wide = k % 5 == 4 ? 12500 : 1, blocks = 1 + below(&s, k % 2 ? 3 : 30);
        int64_t b0 = 0, g = 0;
        t += k % 7 == 6 ? INT64_C(1) << 40 : 0;
        for (int i = 0; i < N; i++, r += TOUCH) {
            b0 = below(&s, 3) ? b0 : below(&s, blocks);
            g = below(&s, 5) ? !g : g;
            r[0] = t, r[1] = k % 4 == 3 ? UM_BLOCKS - 1 - b0 : b0, r[2] = g;
            t += wide * (below(&s, 8) ? below(&s, 14) : below(&s, 160));
        }
    }
    return r ? 0 : -1;
}

/* What access k does, from all accesses to its block up to k. */
static int does(const int64_t *a, int k, int64_t lapse, int64_t threshold, int64_t pin)
{
    int64_t at = 0, row = 0, last = 0, free = INT64_MIN, what = UM_LOCAL;
    for (int i = 0; i <= k; i++) {
        const int64_t *x = a + TOUCH * i;
        if (x[1] != a[TOUCH * k + 1])
            continue;
        what = UM_LOCAL;
        if (x[2] == at)
            continue;
        what = UM_ACROSS;
        if (x[0] < free)
            continue;
        if (x[0] - last > lapse)
            row = 0;
        row++, last = x[0];
        if (row > threshold)
            row = 0, last = INT64_MIN / 2, free = x[0] + pin;
        else
            at = x[2], what = UM_MOVED;
    }
    return (int)what;
}

int thrash_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const said[] = { "local", "moved", "across" };
    const int64_t *r = ridge_data(c, "brakes"), *a = ridge_data(c, "touches");
    const int32_t *got = ridge_data(c, "whats");
    int N = (int)ridge_int(c, "N");
    for (int k = 0; k < ridge_int(c, "R"); k++, r += BRAKE, a += TOUCH * N, got += N + 1) {
        int moved = 0;
        for (int i = 0; i < r[0]; i++) {
            int want = does(a, i, r[1], r[2], r[3]);
            moved += want == UM_MOVED;
            if (got[i] != want)
                return wrong(v, "um_thrash of list %d (lapse %lld, threshold %lld, pin %lld): access %d to block %lld "
                             "by the %s at %lld is %s, expected %s", k, (long long)r[1], (long long)r[2],
                             (long long)r[3], i, (long long)a[TOUCH * i + 1], a[TOUCH * i + 2] ? "GPU" : "CPU",
                             (long long)a[TOUCH * i], got[i] < 0 || got[i] > 2 ? "none of the three" : said[got[i]],
                             said[want]);
        }
        if (got[N] != moved)
            return wrong(v, "um_thrash of list %d returns %d, expected %d", k, got[N], moved);
    }
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------------------ the planner */

/* Are these the accesses of the trace, with nothing but prefetches between them? */
static int same(const struct trace *t, const int32_t *plan, struct ridge_verdict *v)
{
    int n = plan[0], i = 0;
    if (n < t->n || n > UM_OPS)
        return wrong(v, "um_place returns %d, and the trace has %d accesses", n, t->n);
    for (int b = 0; b < t->m.blocks; b++)
        if (plan[1 + b] < 0 || plan[1 + b] > UM_HOME)
            return wrong(v, "block %d has hint %d, which there is not", b, plan[1 + b]);
    for (int k = 0; k < n; k++) {
        const int32_t *o = plan + 1 + UM_BLOCKS + OP * k;
        if (o[0] == UM_PREFETCH && (o[1] < 0 || o[1] >= t->m.blocks))
            return wrong(v, "out[%d] is a prefetch of block %d of %d", k, o[1], t->m.blocks);
        if (o[0] == UM_PREFETCH)
            continue;
        if (i == t->n || o[0] != t->op[i].kind || o[1] != t->op[i].block || o[2] != t->op[i].bytes)
            return wrong(v, "out[%d] is neither a prefetch nor access %d of the trace", k, i);
        i++;
    }
    return i == t->n ? 1 : wrong(v, "%d accesses of the trace are missing, from access %d on", t->n - i, i);
}

int place_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct trace t;
    static um_op_t made[UM_OPS];
    static int64_t end[UM_OPS];
    const int64_t *row = ridge_data(c, "machines");
    const int32_t *ops = ridge_data(c, "ops"), *plan = ridge_data(c, "plans");
    int N = (int)ridge_int(c, "N");
    double ns = 0, demand_ns = 0, moved = 0, demand = 0;
    for (int k = 0; k < ridge_int(c, "R"); k++, row += MACHINE, ops += OP * N, plan += 2 * PLAN) {
        uint8_t hint[UM_BLOCKS] = { 0 };
        um_stats_t s;
        unpack(row, &t);
        read_ops(t.op, ops, t.n);
        v->message[0] = 0;
        if (!same(&t, plan, v)) {
            char said[300];
            snprintf(said, sizeof said, "%.299s", v->message);
            return wrong(v, "um_place of trace %d (%d accesses, %d blocks, %d fit): %s", k, t.n, t.m.blocks, t.m.cap,
                         said);
        }
        if (memcmp(plan, plan + PLAN, PLAN * sizeof *plan))
            return wrong(v, "um_place of trace %d, asked for twice, has two plans", k);
        run(&t.m, hint, t.op, t.n, end, &s);
        demand_ns += (double)s.ns, demand += (double)(s.in_B + s.out_B);
        for (int b = 0; b < t.m.blocks; b++)
            hint[b] = (uint8_t)plan[1 + b];
        read_ops(made, plan + 1 + UM_BLOCKS, plan[0]);
        run(&t.m, hint, made, plan[0], end, &s);
        ns += (double)s.ns, moved += (double)(s.in_B + s.out_B + s.far_B);
    }
    v->pass = 1;
    ridge_count(v, "ns", ns);
    ridge_count(v, "demand_ns", demand_ns);
    ridge_count(v, "faster_pct", ns > 0 ? 100 * demand_ns / ns : 100);
    ridge_count(v, "link_pct", demand > 0 ? 100 * moved / demand : 0);
    return 0;
}
