/*
 * oracle.c: what is right in h04-static-sched. A plan is written out as a list of all that is somewhere in some
 * cycle, which is sorted and counted; there is no table. Bounds are found by going over all nodes until nothing
 * changes.
 */
#include <ridge/oracle.h>

#include "lab.h"

#include <stdarg.h>
#include <stdlib.h>

enum { HEAD = 3 + 2 * SS_SLICES, WORDS = 2 + SS_STAGES };

struct problem {
    ss_chip_t chip;
    ss_node_t node[SS_NODES];
    int n;
};

static int wrong(struct ridge_verdict *v, const char *how, ...)
{
    va_list a;
    va_start(a, how);
    vsnprintf(v->message, sizeof v->message, how, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

static int below(uint64_t *s, int n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

static void unpack(const int32_t *row, struct problem *p)
{
    p->chip.slices = row[0], p->chip.streams = row[1], p->n = row[2];
    for (int x = 0; x < SS_SLICES; x++)
        p->chip.kind[x] = row[3 + x], p->chip.lat[x] = row[3 + SS_SLICES + x];
    for (int v = 0; v < p->n; v++) {
        const int32_t *w = row + HEAD + WORDS * v;
        p->node[v] = (ss_node_t){ { w[0], w[1] }, { w[2], w[3], w[4] } };
    }
}

static void pack(const struct problem *p, int32_t *row)
{
    row[0] = p->chip.slices, row[1] = p->chip.streams, row[2] = p->n;
    for (int x = 0; x < SS_SLICES; x++)
        row[3 + x] = p->chip.kind[x], row[3 + SS_SLICES + x] = p->chip.lat[x];
    for (int v = 0; v < p->n; v++) {
        int32_t *w = row + HEAD + WORDS * v;
        w[0] = p->node[v].in[0], w[1] = p->node[v].in[1];
        for (int k = 0; k < SS_STAGES; k++)
            w[2 + k] = p->node[v].stage[k];
    }
}

static int apart(int a, int b)
{
    return abs(a - b);
}

/* ------------------------------------------------------------------------------------------------ drawn problems */

static void slice(ss_chip_t *c, int kind, int lat)
{
    c->kind[c->slices] = kind, c->lat[c->slices++] = lat;
}

/* Behind the last slice stands what nobody may look at. */
static void close_chip(ss_chip_t *c)
{
    for (int x = c->slices; x < SS_SLICES; x++)
        c->kind[x] = SS_MEM, c->lat[x] = 1;
}

/* As Groq's first chip is laid out, with 6 memory slices on either side; times are this lab's. */
enum { WEST_MXM = 0, WEST_SXM = 1, VXM = 8, EAST_SXM = 15, EAST_MXM = 16 };
static void tsp(ss_chip_t *c, int streams)
{
    *c = (ss_chip_t){ .streams = streams };
    slice(c, SS_MXM, 12), slice(c, SS_SXM, 3);
    for (int k = 0; k < 13; k++)
        slice(c, k == 6 ? SS_VXM : SS_MEM, k == 6 ? 4 : 2);
    slice(c, SS_SXM, 3), slice(c, SS_MXM, 12);
    close_chip(c);
}

static void any_chip(ss_chip_t *c, uint64_t *s, int odd)
{
    int slices = below(s, 4) ? 5 + below(s, 28) : below(s, 3) ? SS_SLICES : 4, memories = 0, units = 0;
    *c = (ss_chip_t){ .streams = below(s, 3) ? 2 + below(s, 4) : 2 };
    for (int x = 0; x < slices; x++) {
        int left = slices - x, memory = below(s, 5) < 3;
        if (left <= (memories < 2 ? 2 - memories : 0) + (units < 2 ? 2 - units : 0)) /* two of both are to be there */
            memory = memories < 2;
        memories += memory, units += !memory;
        slice(c, memory ? SS_MEM : 1 + below(s, 3), odd ? 1 + 2 * below(s, 20) : 1 + below(s, below(s, 2) ? 4 : 40));
    }
    close_chip(c);
}

static uint8_t beside[SS_NODES][SS_NODES];

static int others(int u, int n)
{
    int count = 0;
    for (int v = 0; v < n; v++)
        count += beside[u][v];
    return count;
}

static void add(struct problem *p, int a, int b, int s0, int s1, int s2)
{
    p->node[p->n++] = (ss_node_t){ { a, b }, { s0, s1, s2 } };
    if (b >= 0)
        beside[a][b] = beside[b][a] = 1;
}

static void input(struct problem *p)
{
    add(p, -1, -1, -1, -1, -1);
}

/* Any chains on any values, the last ones more often; `wide`: on inputs alone, so that slices decide. */
static void any_nodes(struct problem *p, int n, int wide, uint64_t *s)
{
    int unit[SS_SLICES], units = 0, memories = 0, inputs = 1 + below(s, 1 + n / 3);
    for (int x = 0; x < p->chip.slices; x++)
        if (p->chip.kind[x] == SS_MEM)
            memories++;
        else
            unit[units++] = x;
    for (; wide && p->n < n && p->n < (inputs = 1 + n / 3);)
        input(p);
    while (p->n < n) {
        int a = p->n - 1 - below(s, below(s, 2) && p->n > 6 ? 6 : p->n + !p->n), b = -1;
        int stage[SS_STAGES] = { -1, -1, -1 };
        if (wide)
            a = below(s, inputs);
        if (p->n < inputs || (!wide && below(s, 12) == 0)) {
            input(p);
            continue;
        }
        if (below(s, 3) && p->n > 1) {
            b = below(s, wide ? inputs : p->n);
            if (b == a || (!beside[a][b] && (others(a, p->n) + 1 >= memories || others(b, p->n) + 1 >= memories)))
                b = -1;
        }
        for (int k = 0, stages = 1 + below(s, SS_STAGES); k < stages; k++) {
            do
                stage[k] = unit[below(s, units)];
            while (k && stage[k] == stage[k - 1]);
        }
        add(p, a, b, stage[0], stage[1], stage[2]);
    }
}

/* Adds values first ... first + n - 1 up, two by two, with chains of one or two instructions. Returns the sum. */
static int sum(struct problem *p, int *value, int n, int unit, int then)
{
    for (; n > 1; n = (n + 1) / 2) {
        for (int k = 0; k + 1 < n; k += 2) {
            add(p, value[k], value[k + 1], unit, n == 2 ? then : -1, -1);
            value[k / 2] = p->n - 1;
        }
        if (n % 2)
            value[n / 2] = value[n - 1];
    }
    return value[0];
}

/* One value through the vector unit again and again, now and then over a switch. */
static void chain(struct problem *p, int n)
{
    input(p);
    while (p->n < n)
        add(p, p->n - 1, -1, VXM, p->n % 4 ? -1 : p->n % 8 ? EAST_SXM : WEST_SXM, -1);
}

/* n products with both matrix units, and their sum. */
static void fork_join(struct problem *p, int n)
{
    int value[SS_NODES];
    for (int k = 0; k < n; k++)
        input(p);
    for (int k = 0; k < n; k++) {
        value[k] = p->n;
        add(p, k, -1, k % 2 ? EAST_MXM : WEST_MXM, -1, -1);
    }
    sum(p, value, n, VXM, EAST_SXM);
}

/* y = relu(W x): n rows of n tiles; a row's products are added up in the vector unit. */
static void layer(struct problem *p, int n)
{
    int value[SS_NODES], row[SS_SLICES];
    for (int k = 0; k < n; k++)
        input(p);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            input(p);
            value[i * n + j] = p->n - 1;
        }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            row[j] = p->n;
            add(p, j, value[i * n + j], (i + j) % 2 ? EAST_MXM : WEST_MXM, -1, -1);
        }
        sum(p, row, n, VXM, i % 2 ? EAST_SXM : WEST_SXM);
    }
}

/* Memory in the west, three units in the east of it: all that is read goes the same way, on two streams. */
static void pressure(struct problem *p, int n)
{
    p->chip = (ss_chip_t){ .streams = 2 };
    while (p->chip.slices < SS_SLICES - 3)
        slice(&p->chip, SS_MEM, 2);
    slice(&p->chip, SS_VXM, 4), slice(&p->chip, SS_SXM, 3), slice(&p->chip, SS_MXM, 9);
    close_chip(&p->chip);
    for (int k = 0; k < 2 * n; k++)
        input(p);
    for (int k = 0; k < n; k++)
        add(p, 2 * k, 2 * k + 1, SS_SLICES - 3 + k % 3, -1, -1);
}

/* n values, of which any two are taken together: with as many memory slices each gets one of its own. */
static void pairs(struct problem *p, int n)
{
    pressure(p, 0);
    for (int k = 0; k < n; k++)
        input(p);
    for (int k = 0; k < n; k++)
        add(p, k, -1, SS_SLICES - 3 + k % 3, -1, -1);
    for (int a = n; a < 2 * n; a++)
        for (int b = n; b < a; b++)
            add(p, b, a, SS_SLICES - 3 + p->n % 3, -1, -1);
}

/* Two memory slices for four units: n nodes of two values, each third of one. */
static void narrow(struct problem *p, int n)
{
    static const int unit[4] = { 1, 2, 4, 5 };
    p->chip = (ss_chip_t){ .streams = 3 };
    slice(&p->chip, SS_MEM, 2), slice(&p->chip, SS_VXM, 3), slice(&p->chip, SS_SXM, 1);
    slice(&p->chip, SS_MEM, 1), slice(&p->chip, SS_MXM, 5), slice(&p->chip, SS_VXM, 3);
    close_chip(&p->chip);
    for (int k = 0; k < 2 * n; k++)
        input(p);
    for (int k = 0; k < n; k++)
        add(p, 2 * k, k % 3 == 2 ? -1 : 2 * k + 1, unit[k % 4], -1, -1);
}

/* n nodes that nobody waits for, and behind them a chain of n / 5: all want the vector unit. */
static void late(struct problem *p, int n)
{
    for (int k = 0; k < n; k++)
        input(p);
    for (int k = 0; k < n; k++)
        add(p, k, -1, VXM, -1, -1);
    add(p, 0, 1, VXM, -1, -1);
    for (int k = 1; k < n / 5; k++)
        add(p, p->n - 1, -1, VXM, -1, -1);
}

/* n nodes of one unit, on a chip with all the streams that lab.h allows; each two or three take the same value. */
static void crowd(struct problem *p, int n)
{
    tsp(&p->chip, 16);
    for (int k = 0; k < n / 2; k++)
        input(p);
    for (int k = 0; k < n; k++)
        add(p, k % (n / 2), -1, VXM, -1, -1);
}

/* n pairs of values, each of which four units take: memory decides, and one of its two slices is the chip's last. */
static void shared(struct problem *p, int n)
{
    p->chip = (ss_chip_t){ .streams = 3 };
    slice(&p->chip, SS_VXM, 3), slice(&p->chip, SS_SXM, 1), slice(&p->chip, SS_MEM, 2), slice(&p->chip, SS_VXM, 2);
    slice(&p->chip, SS_MXM, 4), slice(&p->chip, SS_MEM, 1);
    close_chip(&p->chip);
    for (int k = 0; k < 2 * n; k++)
        input(p);
    for (int k = 0; k < 4 * n; k++)
        add(p, k / 4 * 2, k / 4 * 2 + 1, k % 4 < 2 ? k % 4 : k % 4 + 1, -1, -1);
}

/* A chain of slow instructions, for a long time. */
static void slow(struct problem *p, int n)
{
    chain(p, n);
    for (int x = 0; x < p->chip.slices; x++)
        p->chip.lat[x] = 40;
}

enum { ANY, ODD, CHAIN, FORK_JOIN, LAYER, PRESSURE, NARROW, LATE, WIDE, CROWD, SHARED, SLOW, PAIRS };

static int draw(struct problem *p, int shape, int size, int room, uint64_t *s)
{
    memset(p, 0, sizeof *p);
    memset(beside, 0, sizeof beside);
    tsp(&p->chip, 4);
    if (shape == CHAIN)
        chain(p, size);
    else if (shape == FORK_JOIN)
        fork_join(p, size);
    else if (shape == LAYER)
        layer(p, size);
    else if (shape == PRESSURE)
        pressure(p, size);
    else if (shape == NARROW)
        narrow(p, size);
    else if (shape == LATE)
        late(p, size);
    else if (shape == CROWD)
        crowd(p, size);
    else if (shape == SHARED)
        shared(p, size);
    else if (shape == PAIRS)
        pairs(p, size);
    else if (shape == SLOW)
        slow(p, size);
    else {
        if (shape != ANY || below(s, 4))
            any_chip(&p->chip, s, shape == ODD);
        else
            p->chip.streams = 2 + below(s, 3);
        if (shape == WIDE)
            p->chip.streams = 2 + below(s, 9);
        any_nodes(p, size, shape == WIDE, s);
    }
    return p->n <= room ? 0 : -1;
}

int problems_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static struct problem p;
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *row = b ? b->data : NULL;
    int shape = (int)ridge_int(c, "shape"), N = (int)ridge_int(c, "N"), size = (int)ridge_int(c, "size");
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += HEAD + WORDS * N) {
        int many = size ? size : k < 2 ? k : k == 2 ? N : 1 + below(&seed, N);
        if (draw(&p, shape, many, N, &seed))
            return -1;
        memset(row, 0, sizeof *row * (size_t)(HEAD + WORDS * N));
        pack(&p, row);
    }
    return row ? 0 : -1;
}

/* -------------------------------------------------------------------------------------------------------- replay */

struct token { /* `what` of `node` is at x in `cycle` */
    int64_t cycle;
    int kind, x, node, what;
};
enum { INSTRUCTION, WESTWARD, EASTWARD };
enum { READ, STAGE, WRITE };

struct replay {
    struct token *token;
    size_t n, room;
    int64_t cycles, fault[SS_FAULTS];
};

static void note(struct replay *r, int64_t cycle, int kind, int x, int node, int what)
{
    if (r->n == r->room) {
        r->room = 2 * r->room + 4096;
        r->token = realloc(r->token, r->room * sizeof r->token[0]);
        if (!r->token)
            abort();
    }
    r->token[r->n++] = (struct token){ cycle, kind, x, node, what };
}

/* A value that is at `from` in `cycle`. Returns the cycle in which it is at `to`. */
static int64_t flows(struct replay *r, int64_t cycle, int from, int to, int node, int what)
{
    int step = to > from ? 1 : -1;
    for (int x = from;; x += step, cycle++) {
        note(r, cycle, step > 0 ? EASTWARD : WESTWARD, x, node, what);
        if (x == to)
            return cycle;
    }
}

static int order(const void *a, const void *b)
{
    const struct token *p = a, *q = b;
    if (p->cycle != q->cycle)
        return p->cycle < q->cycle ? -1 : 1;
    return p->kind != q->kind ? p->kind - q->kind : p->x != q->x ? p->x - q->x : p->node - q->node;
}

/* Runs a plan: cycle and place of each node. The first early read is described in `say`, if that is not NULL. */
static void replay(struct replay *r, const struct problem *p, const int32_t *plan, struct ridge_verdict *say)
{
    static int64_t written[SS_NODES];
    memset(r, 0, sizeof *r);
    for (int v = 0; v < p->n; v++) {
        const ss_node_t *d = &p->node[v];
        int64_t t = plan[2 * v];
        written[v] = -1;
        for (int i = 0; i < 2; i++) {
            int u = d->in[i], m = u < 0 ? 0 : plan[2 * u + 1];
            if (u < 0)
                continue;
            int64_t there = t - apart(m, d->stage[0]), read = there - p->chip.lat[m];
            note(r, read, INSTRUCTION, m, v, READ);
            flows(r, there, m, d->stage[0], v, READ);
            if (read > written[u])
                continue;
            if (!r->fault[SS_EARLY]++ && say)
                wrong(say,
                      "node %d, issued at slice %d in cycle %lld, reads value %d at slice %d in cycle %lld; "
                      "expected a cycle after %lld, in which the value is written (-1: before the begin)",
                      v, d->stage[0], (long long)t, u, m, (long long)read, (long long)written[u]);
        }
        for (int k = 0; k < SS_STAGES && d->stage[k] >= 0; k++) {
            int x = d->stage[k], last = k + 1 == SS_STAGES || d->stage[k + 1] < 0;
            note(r, t, INSTRUCTION, x, v, STAGE);
            t = flows(r, t + p->chip.lat[x], x, last ? plan[2 * v + 1] : d->stage[k + 1], v, STAGE);
            if (last) {
                note(r, written[v] = t, INSTRUCTION, plan[2 * v + 1], v, WRITE);
                r->cycles = t + 1 > r->cycles ? t + 1 : r->cycles;
            }
        }
    }
}

static void count_clashes(struct replay *r, const struct problem *p, struct ridge_verdict *say)
{
    static const char *const what[] = { "the read", "an instruction", "the write" };
    qsort(r->token, r->n, sizeof r->token[0], order);
    for (size_t k = 0, run; k < r->n; k += run) {
        const struct token *a = &r->token[k];
        for (run = 1; k + run < r->n && a[run].cycle == a->cycle && a[run].kind == a->kind && a[run].x == a->x;)
            run++;
        int may = a->kind == INSTRUCTION ? 1 : p->chip.streams, is = (int)run - may;
        if (is <= 0)
            continue;
        if (say && !say->message[0] && a->kind == INSTRUCTION)
            wrong(say, "slice %d has %zu instructions in cycle %lld: %s of node %d and %s of node %d", a->x, run,
                  (long long)a->cycle, what[a->what], a->node, what[a[1].what], a[1].node);
        else if (say && !say->message[0])
            wrong(say,
                  "%zu values are on streams to the %s at place %d in cycle %lld, expected at most %d: of nodes %d, "
                  "%d, %d%s",
                  run, a->kind == EASTWARD ? "east" : "west", a->x, (long long)a->cycle, may, a->node, a[1].node,
                  a[2].node, run > 3 ? " and more" : "");
        r->fault[a->kind == INSTRUCTION ? SS_SLICE : SS_STREAM] += is;
    }
    free(r->token);
    r->token = NULL;
}

/* Plans of which some are right but for a cycle or a place, and others anything. */
int plans_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static struct problem p;
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const int32_t *row = ridge_data(c, "problems");
    int32_t *plan = b ? b->data : NULL;
    int N = (int)ridge_int(c, "N");
    for (int k = 0; plan && row && k < ridge_int(c, "R"); k++, row += HEAD + WORDS * N, plan += 2 * N) {
        unpack(row, &p);
        int memory[SS_SLICES], memories = 0, gap = k % 4 < 2 ? 400 : 1 + below(&seed, 20);
        int spread = 1 + below(&seed, 300);
        for (int x = 0; x < p.chip.slices; x++)
            if (p.chip.kind[x] == SS_MEM)
                memory[memories++] = x;
        memset(plan, 0, sizeof *plan * (size_t)(2 * N));
        for (int v = 0; v < p.n; v++) {
            plan[2 * v] = k % 4 == 3 ? below(&seed, spread) : 80 + v * gap;
            plan[2 * v + 1] = memory[k % 4 == 0 ? v % memories : below(&seed, memories)];
            if (k % 4 == 1 && below(&seed, 4) == 0)
                plan[2 * v] -= below(&seed, 480);
            if (plan[2 * v] < 0 || p.node[v].in[0] < 0)
                plan[2 * v] = k % 2 ? 0 : 55;
        }
        if (k == 5 && p.n)
            plan[2 * (p.n - 1)] = 100000;
        for (int v = 0; ridge_int(c, "shape") == CROWD && v < p.n; v++) { /* all at once, at the end or the begin */
            plan[2 * v] = k ? 0 : 100000;
            plan[2 * v + 1] = memory[k ? v % memories : 0];
        }
    }
    return plan && row ? 0 : -1;
}

int replay_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct problem p;
    static const char *const name[] = { "what it returns", "fault[SS_EARLY]", "fault[SS_SLICE]", "fault[SS_STREAM]" };
    const int32_t *row = ridge_data(c, "problems"), *plan = ridge_data(c, "plans");
    const int64_t *got = ridge_data(c, "replays");
    int N = (int)ridge_int(c, "N");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += HEAD + WORDS * N, plan += 2 * N, got += 4) {
        struct replay r;
        unpack(row, &p);
        replay(&r, &p, plan, NULL);
        count_clashes(&r, &p, NULL);
        const int64_t want[4] = { r.cycles, r.fault[0], r.fault[1], r.fault[2] };
        for (int i = 0; i < 4; i++)
            if (got[i] != want[i])
                return wrong(v, "ss_replay of plan %d (%d slices, %d streams, %d nodes): %s is %lld, expected %lld", k,
                             p.chip.slices, p.chip.streams, p.n, name[i], (long long)got[i], (long long)want[i]);
    }
    v->pass = 1;
    return 0;
}

/* --------------------------------------------------------------------------------------------------------- bound */

/* The shortest way from p (its value is there on a stream) over a memory to q; q = -1: to be written. */
static int over(const ss_chip_t *c, int p, int q)
{
    int best = INT32_MAX;
    for (int m = 0; m < c->slices; m++) {
        if (c->kind[m] != SS_MEM)
            continue;
        int there = p < 0 ? 0 : apart(p, m), on = q < 0 ? 0 : (p >= 0) + c->lat[m] + apart(m, q);
        best = there + on < best ? there + on : best;
    }
    return best;
}

static int64_t bound(const struct problem *p)
{
    static int64_t at[SS_NODES][SS_STAGES], out[SS_NODES], end[SS_NODES];
    const ss_chip_t *c = &p->chip;
    int64_t best = 0, accesses = 0, memories = 0;
    memset(at, 0, sizeof at), memset(out, 0, sizeof out), memset(end, 0, sizeof end);
    for (int changed = 1; changed;) {
        changed = 0;
        for (int v = p->n - 1; v >= 0; v--) {
            const ss_node_t *d = &p->node[v];
            int64_t t = 0;
            int x = -1;
            for (int i = 0; i < 2; i++)
                if (d->in[i] >= 0) {
                    const ss_node_t *u = &p->node[d->in[i]];
                    int from = -1;
                    for (int k = 0; k < SS_STAGES; k++)
                        from = u->stage[k] >= 0 ? u->stage[k] : from;
                    int64_t there = out[d->in[i]] + over(c, from, d->stage[0]);
                    t = there > t ? there : t;
                }
            for (int k = 0; k < SS_STAGES && d->stage[k] >= 0; k++) {
                t += k ? apart(x, d->stage[k]) : 0;
                changed |= at[v][k] != t;
                at[v][k] = t, x = d->stage[k], t += c->lat[x];
            }
            if (x >= 0)
                out[v] = t, end[v] = t + over(c, x, -1) + 1;
        }
    }
    for (int v = 0; v < p->n; v++) {
        best = end[v] > best ? end[v] : best;
        accesses += (p->node[v].in[0] >= 0) + (p->node[v].in[1] >= 0) + (p->node[v].stage[0] >= 0);
    }
    for (int x = 0; x < c->slices; x++) {
        int64_t first = INT64_MAX, last = INT64_MAX, count = 0;
        memories += c->kind[x] == SS_MEM;
        for (int v = 0; v < p->n; v++)
            for (int k = 0; k < SS_STAGES; k++)
                if (p->node[v].stage[k] == x && ++count) {
                    first = at[v][k] < first ? at[v][k] : first;
                    last = end[v] - at[v][k] < last ? end[v] - at[v][k] : last;
                }
        if (count && first + count - 1 + last > best)
            best = first + count - 1 + last;
    }
    accesses = (accesses + memories - 1) / memories;
    return accesses > best ? accesses : best;
}

int bound_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct problem p;
    const int32_t *row = ridge_data(c, "problems");
    const int64_t *got = ridge_data(c, "bounds");
    int N = (int)ridge_int(c, "N");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += HEAD + WORDS * N) {
        unpack(row, &p);
        if (got[k] != bound(&p))
            return wrong(v, "ss_bound of problem %d (%d slices, %d nodes) is %lld, expected %lld", k, p.chip.slices,
                         p.n, (long long)got[k], (long long)bound(&p));
    }
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------------------------ schedule */

/* One plan: 0 if it is right, and its cycles; else says what is not. */
static int judged(const struct problem *p, const int32_t *plan, int64_t *cycles, struct ridge_verdict *v)
{
    struct replay r;
    for (int d = 0; d < p->n; d++) {
        int at = plan[2 * d], m = plan[2 * d + 1];
        if (m < 0 || m >= p->chip.slices || p->chip.kind[m] != SS_MEM)
            return wrong(v, "place[%d] is %d, which is no memory slice of the chip's", d, m), -1;
        if (p->node[d].in[0] >= 0 && (at < 0 || at > 100000))
            return wrong(v, "cycle[%d] is %d, expected 0 to 100,000", d, at), -1;
    }
    v->message[0] = 0;
    replay(&r, p, plan, v);
    count_clashes(&r, p, v);
    *cycles = r.cycles;
    return r.fault[0] + r.fault[1] + r.fault[2] ? -1 : 0;
}

int schedule_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct problem p;
    const int32_t *row = ridge_data(c, "problems"), *made = ridge_data(c, "made");
    int N = (int)ridge_int(c, "N"), R = (int)ridge_int(c, "R");
    int64_t total = 0, least = 0, cycles = 0;
    for (int k = 0; k < R; k++, row += HEAD + WORDS * N, made += 4 * N) {
        unpack(row, &p);
        if (judged(&p, made, &cycles, v)) {
            char said[400];
            snprintf(said, sizeof said, "%.399s", v->message);
            return wrong(v, "problem %d (%d slices, %d streams, %d nodes): %s", k, p.chip.slices, p.chip.streams, p.n,
                         said);
        }
        for (int d = 0; d < p.n; d++)
            if (made[2 * N + 2 * d + 1] != made[2 * d + 1] ||
                (p.node[d].in[0] >= 0 && made[2 * N + 2 * d] != made[2 * d]))
                return wrong(v,
                             "problem %d, asked for twice, has two plans: node %d in cycle %d, kept in slice %d; then "
                             "in cycle %d, kept in slice %d",
                             k, d, made[2 * d], made[2 * d + 1], made[2 * N + 2 * d], made[2 * N + 2 * d + 1]);
        total += cycles, least += bound(&p);
        if (cycles < bound(&p))
            return -1;
    }
    v->pass = 1;
    ridge_count(v, "clocks", (double)total);
    ridge_count(v, "least", (double)least);
    ridge_count(v, "short_pct", total ? 100. * (double)least / (double)total : 100.);
    return 0;
}
