/*
 * oracle.c: goes through the list of calls on a clock of its own. It asks whether memory holds what lab.h says, whether
 * some pair of accesses is in no order, whether the host knows that all is done; and then how long it took, beside
 * schedules that are computed here.
 */
#include <ridge/oracle.h>
#include <ridge/vclock.h>

enum { NODE = 6, MAX_NODES = 512, MAX_STREAMS = 8, LIST = 3 * 64 /* cells of a list of kind 0 or 6 */ };
static const int handles[MAX_STREAMS] = {3, 1, 4, 7, 5, 9, 2, 6}; /* those that harness.c hands out */

/* ---- inputs ----------------------------------------------------------------------------- */

static const char *const fields[] = {"host_ns", "copy_ns", "h2d_ns", "d2h_ns", "kernel_ns", "cell_ns", "engines",
    "lanes", "graph_ns", "node_ns", "pinned", "host_cells", "dev_cells"};

int machine_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    if (!b || b->dtype != RIDGE_I64 || b->count != sizeof fields / sizeof *fields)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((int64_t *)b->data)[k] = ridge_int(c, fields[k]);
    return 0;
}

/* Kernel k writes cells of its own, 64 for each, and reads those of what it depends on, or cells that nobody writes. */
static void put(int64_t *row, int k, int n, int64_t cells, int d0, int d1)
{
    int64_t *r = row + NODE * k;
    r[0] = 64 * k;
    r[1] = 64 * (d0 >= 0 ? d0 : n);
    r[2] = 64 * (d1 >= 0 ? d1 : d0 >= 0 ? d0 : n);
    r[3] = cells;
    r[4] = d0 >= 0 ? d0 : d1;
    r[5] = d0 >= 0 ? d1 : -1;
}

/* Three buffers in turn: each kernel reads what the two before it wrote, and overwrites what both have read. */
static void turn(int64_t *row, int k, int64_t cells)
{
    int64_t r[NODE] = {64 * (k % 3), 64 * ((k + 1) % 3), 64 * ((k + 2) % 3), cells, k - 1, k < 2 ? -1 : k - 2};
    memcpy(row + NODE * k, r, sizeof r);
}

/* Four buffers behind all others: of three kernels two read one of them, and the third overwrites what they read. */
static void reuse(int64_t *row, int k, int n, int64_t cells)
{
    int64_t buffer = 64 * (n + 1 + k / 3 % 4), writer = k / 3 * 3 - 10;
    int64_t reads[NODE] = {64 * k, buffer, buffer, cells, writer < 0 ? -1 : writer, -1};
    int64_t writes[NODE] = {buffer, 64 * n, 64 * n, cells, k - 1, k - 2};
    memcpy(row + NODE * k, k % 3 == 2 ? writes : reads, sizeof reads);
}

/* kind: 0 a chain in place, 1 nothing depends on anything, 2 fork and join, 3 drawn, 4 rows of four with their
 * neighbours, 5 two chains that a last kernel joins, 6 three buffers in turn, 7 buffers that are read, then overwritten
 */
int nodes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *row = b ? b->data : NULL, kind = ridge_int(c, "kind");
    int n = b ? (int)(b->count / NODE) : 0;
    if (!row || b->dtype != RIDGE_I64 || n > MAX_NODES)
        return -1;
    for (int k = 0; k < n; k++) {
        int64_t cells = 1 + (int64_t)(ridge_next(&seed) % 64);
        int a = k ? (int)(ridge_next(&seed) % (uint64_t)k) : -1, e = k ? (int)(ridge_next(&seed) % (uint64_t)k) : -1;
        if (kind == 0) {
            int64_t chain[NODE] = {0, 0, 0, cells, k - 1, -1};
            memcpy(row + NODE * k, chain, sizeof chain);
        } else if (kind == 1) {
            put(row, k, n, cells, -1, -1);
        } else if (kind == 2) {
            put(row, k, n, cells, k % 5 == 0 ? k - 1 : k / 5 * 5, k % 5 == 0 && k ? k - 2 : -1);
        } else if (kind == 3) {
            put(row, k, n, cells, k - a > 12 ? k - 12 : a, k % 3 ? (k - e > 9 ? k - 9 : e) : -1);
        } else if (kind == 4) {
            put(row, k, n, cells, k < 4 ? -1 : k - 4, k < 4 || k % 4 == 3 ? -1 : k - 3);
        } else if (kind == 6) {
            turn(row, k, cells);
        } else if (kind == 7) {
            reuse(row, k, n, cells);
        } else {
            put(row, k, n, cells, k == n - 1 ? k - 1 : k < 2 ? -1 : k - 2, k == n - 1 && k > 1 ? k - 2 : -1);
        }
        if (row[NODE * k + 4] == row[NODE * k + 5])
            row[NODE * k + 5] = -1;
    }
    return 0;
}

/* ---- judging ---------------------------------------------------------------------------- */

static int say(struct ridge_verdict *v, const char *text)
{
    snprintf(v->message, sizeof v->message, "%s", text);
    return 0;
}

static struct vclock *fresh(const struct ridge_case *c)
{
    const struct ridge_buffer *m = ridge_buffer(c, "machine");
    return m && m->count * sizeof(int64_t) == sizeof(struct vclock_machine) ? vclock_new(m->data) : NULL;
}

/* Is the stream of this call the default one, or one of the first `given`? */
static int has_stream(const struct vclock_op *o, int given)
{
    int known = !o->stream;
    for (int k = 0; k < given; k++)
        known |= o->stream == handles[k];
    return known;
}

/* The list of calls on a clock, which may use `given` streams. NULL: v says what is wrong with it, or there is no
 * memory (*ours). */
static struct vclock *play(const struct ridge_case *c, int given, struct ridge_verdict *v, int *ours)
{
    const struct ridge_buffer *log = ridge_buffer(c, "log");
    const int64_t *end = ridge_data(c, "end");
    const struct vclock_op *op = log ? log->data : NULL;
    struct vclock *t = fresh(c);
    *ours = !t || !op || !end;
    if (*ours)
        return t;
    if (end[0] < 0 || (uint64_t)end[0] > log->count / 8)
        snprintf(v->message, sizeof v->message, "%lld calls, more than this case has room for (%lld)",
                 (long long)end[0], (long long)(log->count / 8));
    for (int64_t k = 0; k < end[0] && !v->message[0] && !t->wrong[0]; k++) {
        if (!has_stream(&op[k], given))
            snprintf(v->message, sizeof v->message,
                     "call %lld, a %s, is for stream %lld, which the function was not given", (long long)k,
                     vclock_name(op[k].kind), (long long)op[k].stream);
        vclock_call(t, &op[k]);
    }
    if (t->wrong[0])
        say(v, t->wrong);
    else if (!v->message[0] && t->capturing >= 0)
        say(v, "a capture was begun and not ended");
    else if (!v->message[0] && !vclock_finished(t))
        say(v, "the function returns, and nothing has made the host wait for all that was issued");
    if (!v->message[0])
        return t;
    vclock_free(t);
    return NULL;
}

static void counts(struct ridge_verdict *v, const struct vclock *t, int64_t best)
{
    int64_t took = vclock_makespan(t);
    ridge_count(v, "calls", (double)t->calls);
    ridge_count(v, "waits", (double)t->waits);
    ridge_count(v, "vtime_us", (double)took / 1e3);
    ridge_count(v, "speed", took ? (double)best / (double)took : 1);
    ridge_count(v, "slower", best ? (double)took / (double)best : 1);
}

static struct vclock_op copy(int64_t kind, int64_t dst, int64_t src, int64_t cells, int64_t s)
{
    return (struct vclock_op){.kind = kind, .stream = s, .dst = dst, .a = src, .cells = cells};
}

/* The chunks, with each copy back issued `behind` chunks later. */
static int64_t pipeline(const struct ridge_case *c, int behind)
{
    int64_t chunks = ridge_int(c, "chunks"), cells = ridge_int(c, "cells"), ns = ridge_int(c, "ns"), took;
    struct vclock *t = fresh(c);
    struct vclock_op sync = {.kind = VC_SYNC_DEVICE};
    for (int64_t k = 0; t && k < chunks + behind; k++) {
        int64_t at = k % ns * cells, old = k - behind;
        struct vclock_op in = copy(VC_H2D, at, k * cells, cells, 1 + k % ns), kernel = in;
        int64_t place = (old + ns) % ns;
        struct vclock_op out = copy(VC_D2H, (chunks + old) * cells, place * cells, cells, 1 + place);
        kernel.kind = VC_KERNEL;
        kernel.a = kernel.b = at;
        if (k < chunks)
            vclock_call(t, &in), vclock_call(t, &kernel);
        if (old >= 0)
            vclock_call(t, &out);
    }
    if (!t)
        return INT64_MAX;
    vclock_call(t, &sync);
    took = t->wrong[0] ? INT64_MAX : vclock_makespan(t);
    vclock_free(t);
    return took;
}

/* No work touches a device cell from `room` on. */
static void within(const struct vclock *t, int64_t room, struct ridge_verdict *v)
{
    struct vclock_range r[3];
    for (int k = 0; k < t->n; k++)
        for (int j = vclock_ranges(&t->work[k], r) - 1; j >= 0 && !v->message[0]; j--)
            if (r[j].dev && r[j].to > room)
                snprintf(v->message, sizeof v->message,
                         "call %d, a %s, uses device cell %lld, and there is room for %lld", t->work[k].call,
                         vclock_name(t->work[k].kind), (long long)r[j].to - 1, (long long)room);
}

int overlap_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t chunks = ridge_int(c, "chunks"), cells = ridge_int(c, "cells"), all = chunks * cells, best = INT64_MAX;
    int ours;
    struct vclock *t = play(c, (int)ridge_int(c, "ns"), v, &ours);
    if (!t)
        return ours ? -1 : 0;
    within(t, ridge_int(c, "ns") * ridge_int(c, "cells"), v);
    for (int64_t k = 0; k < 2 * all && !v->message[0]; k++) {
        int64_t want = k < all ? k : 8 * (k - all) + 1;
        if (t->host_cell[k] != want)
            snprintf(v->message, sizeof v->message, "chunk %lld, host cell %lld: expected %lld, yours %lld",
                     (long long)(k % all / cells), (long long)k, (long long)want, (long long)t->host_cell[k]);
    }
    for (int behind = 0; behind < ridge_int(c, "ns"); behind++) {
        int64_t took = pipeline(c, behind);
        best = took < best ? took : best;
    }
    v->pass = !v->message[0];
    counts(v, t, best);
    vclock_free(t);
    return 0;
}

/* Memory after `steps` runs of the list in order; t's is held against it. */
static void same_memory(const struct ridge_case *c, const struct vclock *t, int steps, int64_t upto,
                        struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "nodes");
    struct vclock *u = fresh(c);
    for (int s = 0; u && s < steps; s++)
        for (size_t k = 0; k < b->count / NODE; k++) {
            const int64_t *r = (const int64_t *)b->data + NODE * k;
            struct vclock_work w = {.kind = VC_KERNEL, .dst = r[0], .a = r[1], .b = r[2], .cells = r[3]};
            vclock_compute(u, &w);
        }
    for (int64_t k = 0; u && k < upto && !v->message[0]; k++)
        if (t->dev_cell[k] != u->dev_cell[k])
            snprintf(v->message, sizeof v->message, "device cell %lld: expected %lld, yours %lld", (long long)k,
                     (long long)u->dev_cell[k], (long long)t->dev_cell[k]);
    vclock_free(u);
}

/* Each kernel of the list as often as it should run, and no other. */
static void same_kernels(const struct vclock *t, int64_t want, struct ridge_verdict *v)
{
    if (t->kernels != want && !v->message[0])
        snprintf(v->message, sizeof v->message, "%lld kernels ran, and %lld were asked for", (long long)t->kernels,
                 (long long)want);
}

/* The list on ns streams: to where its first dependence is last, else to the stream that is free first. */
static int64_t scheduled(const struct ridge_case *c, int ns)
{
    const struct ridge_buffer *b = ridge_buffer(c, "nodes");
    static int of[MAX_NODES], last[MAX_STREAMS];
    struct vclock *t = fresh(c);
    int64_t took;
    for (int s = 0; s < ns; s++)
        last[s] = -1;
    for (int k = 0; t && k < (int)(b->count / NODE); k++) {
        const int64_t *r = (const int64_t *)b->data + NODE * k;
        int q = 0;
        for (int s = 1; s < ns; s++)
            q = t->tail[s + 1] < t->tail[q + 1] ? s : q;
        for (int d = 1; d >= 0; d--)
            if (r[4 + d] >= 0 && last[of[r[4 + d]]] == r[4 + d])
                q = of[r[4 + d]];
        for (int d = 0; d < 2; d++)
            if (r[4 + d] >= 0 && of[r[4 + d]] != q) {
                struct vclock_op wait = {.kind = VC_WAIT, .stream = q + 1, .x = r[4 + d] % VC_EVENTS};
                vclock_call(t, &wait);
            }
        struct vclock_op o = {.kind = VC_KERNEL, .stream = q + 1, .dst = r[0], .a = r[1], .b = r[2], .cells = r[3]};
        struct vclock_op record = {.kind = VC_RECORD, .stream = q + 1, .x = k % VC_EVENTS};
        vclock_call(t, &o);
        vclock_call(t, &record);
        of[k] = q;
        last[q] = k;
    }
    struct vclock_op sync = {.kind = VC_SYNC_DEVICE};
    if (!t)
        return INT64_MAX;
    vclock_call(t, &sync);
    took = t->wrong[0] ? INT64_MAX : vclock_makespan(t);
    vclock_free(t);
    return took;
}

int dag_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "nodes");
    int ours, n = (int)(b->count / NODE);
    int64_t edges = 0;
    struct vclock *t = play(c, (int)ridge_int(c, "ns"), v, &ours);
    if (!t)
        return ours ? -1 : 0;
    for (int k = 0; k < n; k++)
        edges += (((int64_t *)b->data)[NODE * k + 4] >= 0) + (((int64_t *)b->data)[NODE * k + 5] >= 0);
    same_kernels(t, n, v);
    same_memory(c, t, 1, 64 * n, v);
    if (t->waits > edges && !v->message[0])
        snprintf(v->message, sizeof v->message, "%lld waits for %lld dependences", (long long)t->waits,
                 (long long)edges);
    v->pass = !v->message[0];
    counts(v, t, scheduled(c, (int)ridge_int(c, "ns")));
    vclock_free(t);
    return 0;
}

static int64_t replayed(const struct ridge_case *c, int steps)
{
    const struct ridge_buffer *b = ridge_buffer(c, "nodes");
    struct vclock *t = fresh(c);
    struct vclock_op o = {.kind = VC_BEGIN, .stream = 1};
    int64_t took;
    if (!t)
        return INT64_MAX;
    if (steps)
        vclock_call(t, &o);
    for (size_t k = 0; steps && k < b->count / NODE; k++) {
        const int64_t *r = (const int64_t *)b->data + NODE * k;
        o = (struct vclock_op){.kind = VC_KERNEL, .stream = 1, .dst = r[0], .a = r[1], .b = r[2], .cells = r[3]};
        vclock_call(t, &o);
    }
    o = (struct vclock_op){.kind = VC_END, .stream = 1};
    for (int k = 0; k <= steps && steps; k++, o.kind = VC_LAUNCH)
        vclock_call(t, &o);
    o.kind = VC_SYNC_DEVICE;
    vclock_call(t, &o);
    took = vclock_makespan(t);
    vclock_free(t);
    return took;
}

int replay_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int ours, steps = (int)ridge_int(c, "steps"), n = (int)ridge_int(c, "n");
    struct vclock *t = play(c, 1, v, &ours);
    if (!t)
        return ours ? -1 : 0;
    same_kernels(t, (int64_t)steps * n, v);
    same_memory(c, t, steps, LIST, v);
    v->pass = !v->message[0];
    counts(v, t, replayed(c, steps));
    vclock_free(t);
    return 0;
}

/* The list's kernels are those that write its cells: from the first one's start to the last one's end. */
static int64_t spanned(const struct vclock *t, int64_t upto)
{
    int64_t from = INT64_MAX, to = 0;
    for (int k = 0; k < t->n; k++)
        if (t->work[k].dst < upto) {
            from = t->work[k].start < from ? t->work[k].start : from;
            to = t->work[k].end > to ? t->work[k].end : to;
        }
    return to ? to - from : 0;
}

/* The first call by which the host waits for others than the list's own stream; the last call of all is the harness's. */
static void waits_for_others(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct vclock_op *op = ridge_data(c, "log");
    const int64_t *end = ridge_data(c, "end");
    for (int64_t k = 0; k < end[0] - 1 && !v->message[0]; k++)
        if (op[k].kind == VC_SYNC_DEVICE || (op[k].kind == VC_SYNC_STREAM && op[k].stream != handles[0]))
            snprintf(v->message, sizeof v->message,
                     "call %lld, a %s, waits until the other streams are no longer at work", (long long)k,
                     vclock_name(op[k].kind));
}

int span_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *end = ridge_data(c, "end");
    int ours, n = (int)ridge_int(c, "n");
    struct vclock *t = play(c, 3, v, &ours); /* two of them are the harness's */
    if (!t)
        return ours ? -1 : 0;
    same_kernels(t, n + ridge_int(c, "busy"), v);
    same_memory(c, t, 1, LIST, v);
    waits_for_others(c, v);
    int64_t span = spanned(t, LIST), over = end[1] - span, slack = 2 * t->m.host_ns;
    if ((over < 0 || over > slack) && !v->message[0])
        snprintf(v->message, sizeof v->message, "%lld ns, and the kernels were at work for %lld ns", (long long)end[1],
                 (long long)span);
    v->pass = !v->message[0];
    counts(v, t, vclock_makespan(t));
    vclock_free(t);
    return 0;
}
