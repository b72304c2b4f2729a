/*
 * oracle.c: what is right in h02-rdma-verbs. Of one queue pair each step is held against the model; of two joined ones
 * only the outcome counts, as if each request were done once, in order.
 */
#include <ridge/oracle.h>

#include "scripts.h"

#include <stdarg.h>

enum { ALL = 256 };

static int wrong(struct ridge_verdict *v, const char *how, ...)
{
    va_list a;
    va_start(a, how);
    vsnprintf(v->message, sizeof v->message, how, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

/* ---------------------------------------------------------------------------------------------------------- keys */

/* mixed: drawn; full: more regions than slots; again: one slot used over and over */
enum { MIXED, FULL, AGAIN };

/* what, pd, addr, length, access or need, key */
static void draw_key_step(struct regions *g, int64_t *s, int shape, uint64_t *seed)
{
    static const uint64_t edge[] = { 0, 1, UINT64_MAX, UINT64_MAX - 1, 1ull << 63, 1ull << 32, 4096 };
    struct region *r = &g->r[shape == AGAIN ? 0 : below(seed, MR_SLOTS)];
    int64_t what = below(seed, shape == FULL ? 5 : 8);
    memset(s, 0, 6 * sizeof *s);
    s[1] = below(seed, 2);
    if (what < (shape == FULL ? 4 : 2)) {
        uint64_t from = chance(seed, 20) ? edge[below(seed, 7)] : 4096 * (uint64_t)below(seed, 64);
        uint64_t bytes = chance(seed, 20) ? edge[below(seed, 7)] : 1 + (uint64_t)below(seed, 9000);
        s[2] = (int64_t)from, s[3] = (int64_t)bytes, s[4] = below(seed, 8);
        s[5] = add_region(g, (int)s[1], from, bytes, (int)s[4]);
        return;
    }
    int64_t key = r->key >= 0 ? r->key : (int64_t)(r - g->r) * 256 + (r->uses ? 1 + (r->uses - 1) % 255 : 0);
    if (chance(seed, 15))
        key = chance(seed, 50) ? key + 1 + below(seed, 3) : (int64_t)edge[below(seed, 7)] & 0xffffffff;
    s[5] = key;
    if (what == 2 || shape == AGAIN ? chance(seed, 70) : 0) {
        s[0] = 1;
        drop_region(g, (uint32_t)key);
        return;
    }
    /* Around both ends of the region, and what goes over the last address. */
    uint64_t from = r->from + (uint64_t)below(seed, 3) - 1, bytes = r->bytes + (uint64_t)below(seed, 3) - 1;
    if (chance(seed, 40))
        from = r->from + (uint64_t)below(seed, (int64_t)(r->bytes % 9000) + 1), bytes = 1 + (uint64_t)below(seed, 3);
    if (chance(seed, 15))
        bytes = edge[below(seed, 7)];
    if (chance(seed, 10))
        bytes = 0 - from + (uint64_t)below(seed, 3);
    s[0] = 2, s[1] = chance(seed, 80) ? r->pd : s[1];
    s[2] = (int64_t)from, s[3] = (int64_t)bytes;
    s[4] = chance(seed, 50) ? below(seed, 8) & r->access : below(seed, 8);
}

int key_steps_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *s = b ? b->data : NULL, N = ridge_int(c, "N");
    for (int64_t r = 0; s && r < ridge_int(c, "R"); r++) {
        struct regions g;
        regions_clear(&g);
        for (int64_t k = 0; k < N; k++, s += 6)
            draw_key_step(&g, s, (int)ridge_int(c, "shape"), &seed);
    }
    return s ? 0 : -1;
}

int keys_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *s = ridge_data(c, "key_steps"), *got = ridge_data(c, "answers");
    for (int64_t r = 0; r < ridge_int(c, "R"); r++) {
        struct regions g;
        regions_clear(&g);
        for (int64_t k = 0; k < ridge_int(c, "N"); k++, s += 6, got++) {
            uint64_t from = (uint64_t)s[2], bytes = (uint64_t)s[3];
            uint32_t key = (uint32_t)s[5];
            char what[200];
            int64_t want;
            if (s[0] == 0) {
                want = add_region(&g, (int)s[1], from, bytes, (int)s[4]);
                snprintf(what, sizeof what, "mr_register(pd %lld, 0x%llx, 0x%llx bytes, access %lld)", (long long)s[1],
                         (unsigned long long)from, (unsigned long long)bytes, (long long)s[4]);
            } else if (s[0] == 1) {
                want = drop_region(&g, key);
                snprintf(what, sizeof what, "mr_deregister(0x%x)", key);
            } else {
                struct region *x = region_of(&g, key);
                want = may(&g, (int)s[1], key, from, bytes, (int)s[4]);
                int n = snprintf(what, sizeof what, "mr_allows(pd %lld, key 0x%x, 0x%llx, 0x%llx bytes, need %lld), ",
                                 (long long)s[1], key, (unsigned long long)from, (unsigned long long)bytes,
                                 (long long)s[4]);
                if (x)
                    snprintf(what + n, sizeof what - (size_t)n, "region: pd %d, 0x%llx, 0x%llx bytes, access %d", x->pd,
                             (unsigned long long)x->from, (unsigned long long)x->bytes, x->access);
                else
                    snprintf(what + n, sizeof what - (size_t)n, "no region has the key");
            }
            if (*got != want)
                return wrong(v, "NIC %lld, step %lld: %s: expected %lld, got %lld", (long long)r, (long long)k, what,
                             (long long)want, (long long)*got);
        }
    }
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------------------ completion queues */

int cq_steps_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *s = b ? b->data : NULL, N = ridge_int(c, "N"), depth = ridge_int(c, "depth"), in = 0;
    for (size_t k = 0; s && k < b->count; k++) {
        in = k % (size_t)N ? in : 0;
        int64_t room = depth - in, n = below(&seed, room + 1);
        /* Only the last third of a queue's steps may overrun. */
        if ((int64_t)k % N > 2 * N / 3 && chance(&seed, 30))
            n = room + 1 + below(&seed, 3);
        if (chance(&seed, 50))
            n = -1 - below(&seed, depth + 2 < 60 ? depth + 2 : 60);
        s[k] = n;
        in = n >= 0 ? (in + n < depth ? in + n : depth) : in + n > 0 ? in + n : 0;
    }
    return s ? 0 : -1;
}

int cq_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *s = ridge_data(c, "cq_steps"), *got = ridge_data(c, "polled");
    static struct queue q;
    for (int64_t r = 0; r < ridge_int(c, "R"); r++) {
        q = (struct queue){ .depth = (int)ridge_int(c, "depth") };
        uint64_t id = 0;
        for (int64_t k = 0; k < ridge_int(c, "N"); k++, s++, got += 3) {
            int64_t n = 0, sum = 0;
            for (int64_t x = 0; x < *s; x++)
                enter(&q, ++id, 0, NULL);
            for (; n < -*s && q.from < q.to; n++)
                sum = sum * 31 + (int64_t)(q.wc[q.from++].id & 0xffff);
            if (got[0] != n)
                return wrong(v, "queue %lld of %d, step %lld: cq_poll(%lld) returned %lld, expected %lld", (long long)r,
                             q.depth, (long long)k, (long long)-*s, (long long)got[0], (long long)n);
            if (got[1] != sum)
                return wrong(v, "queue %lld of %d, step %lld: cq_poll(%lld) gave others than the %lld oldest",
                             (long long)r, q.depth, (long long)k, (long long)-*s, (long long)n);
            if (got[2] != q.broken)
                return wrong(v, "queue %lld of %d, step %lld: overrun is %lld, expected %d", (long long)r, q.depth,
                             (long long)k, (long long)got[2], q.broken);
        }
    }
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------------------------- scripts */

/* The end of each script polls what is left, so that it is seen. */
int steps_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const int64_t *attr = ridge_data(c, "attrs"), *region = ridge_data(c, "areas");
    const uint8_t *before = ridge_data(c, "before");
    int64_t N = ridge_int(c, "N"), R = ridge_int(c, "R");
    int request = ridge_int(c, "side") == 1;
    static struct model m;
    uint8_t memory[MEMORY];
    if (!b || !attr || !region || !before)
        return -1;
    int64_t *s = b->data, out[LOG];
    for (int64_t r = 0; r < R; r++, attr += ATTR, region += 4 * REGIONS) {
        struct draw d = { .seed = ridge_mix(seed + (uint64_t)r, "script"), .mix = ridge_int(c, "mix"),
                          .region = region };
        memcpy(memory, before + r * MEMORY, MEMORY);
        model_open(&m, attr, region, memory);
        for (int64_t k = 0; k < N; k++, s += STEP) {
            int64_t came = m.came;
            memset(s, 0, STEP * sizeof *s);
            s[1] = d.now;
            if (k >= N - 16)
                s[0] = k % 3 ? (k % 3 == 1 ? DO_POLL_SENT : DO_POLL_RECEIVED) : DO_NEXT;
            else if (request)
                draw_request_step(&d, &m, s);
            else
                draw_respond_step(&d, &m, s);
            do_step(&m, s, out);
            if (s[0] == DO_TAKE && s[2] <= PK_READ)
                after_come(&d, &m, came, s);
        }
    }
    return 0;
}

static void tell_step(const int64_t *s, char *text, size_t size)
{
    static const char *const op[] = { "SEND", "WRITE", "READ", "ACK", "DATA", "NAK" };
    static const char *const why[] = { "", " SEQUENCE", " RNR", " ACCESS", " INVALID", " OPERATION" };
    const int64_t *a = s + 2;
    if (s[0] == DO_TAKE)
        snprintf(text, size, "at %lld qp_take(%s%s, psn %lld%s%s, %lld bytes)", (long long)s[1], op[a[0]], why[a[9]],
                 (long long)a[1], a[2] ? ", first" : "", a[3] ? ", last" : "", (long long)a[10]);
    else if (s[0] == DO_SEND)
        snprintf(text, size, "qp_post_send(%s %lld, %lld bytes)", op[a[1]], (long long)a[0], (long long)a[6]);
    else if (s[0] == DO_RECV)
        snprintf(text, size, "qp_post_recv(%lld, %lld bytes)", (long long)a[0], (long long)a[2]);
    else if (s[0] == DO_DEREGISTER)
        snprintf(text, size, "mr_deregister(region %lld)", (long long)a[0]);
    else if (s[0] == DO_NEXT)
        snprintf(text, size, "at %lld qp_next", (long long)s[1]);
    else
        snprintf(text, size, "cq_poll of the %s queue", s[0] == DO_POLL_SENT ? "send" : "receive");
}

static int compare_step(const int64_t *s, const int64_t *want, const int64_t *got, char *text, size_t size)
{
    static const char *const packet[LOG] = { "what it returns", "op", "psn", "first", "last", "with_imm", "imm", "key",
                                             "length", "why", "bytes", "the data's hash", "addr" };
    static const char *const done[LOG] = { "what it returns", "id", "status", "op", "bytes", "with_imm", "imm" };
    for (int k = 0; k < LOG; k++)
        if (got[k] != want[k]) {
            const char *name = s[0] == DO_NEXT ? packet[k] : k < 7 ? done[k] : "more";
            snprintf(text, size, "%s: expected %lld, got %lld", name, (long long)want[k], (long long)got[k]);
            return 0;
        }
    return 1;
}

static int script_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *attr = ridge_data(c, "attrs"), *region = ridge_data(c, "areas"), *s = ridge_data(c, "steps");
    const int64_t *got = ridge_data(c, "log");
    const uint8_t *before = ridge_data(c, "before"), *after = ridge_data(c, "after");
    int64_t N = ridge_int(c, "N"), want[LOG];
    static struct model m;
    uint8_t memory[MEMORY];
    for (int64_t r = 0; r < ridge_int(c, "R"); r++, attr += ATTR, region += 4 * REGIONS) {
        char last[160] = "nothing", text[160], how[160];
        memcpy(memory, before + r * MEMORY, MEMORY);
        model_open(&m, attr, region, memory);
        for (int64_t k = 0; k < N; k++, s += STEP, got += LOG) {
            do_step(&m, s, want);
            tell_step(s, text, sizeof text);
            if (!compare_step(s, want, got, how, sizeof how))
                return wrong(v, "script %lld, step %lld, %s: %s (before it: %s)", (long long)r, (long long)k, text, how,
                             last);
            if (s[0] != DO_NOTHING && s[0] < DO_NEXT)
                memcpy(last, text, sizeof last);
        }
        for (int k = 0; k < MEMORY; k++)
            if (after[r * MEMORY + k] != memory[k])
                return wrong(v, "script %lld: byte %d of the memory is %d at the end, expected %d", (long long)r, k,
                             after[r * MEMORY + k], memory[k]);
    }
    v->pass = 1;
    return 0;
}

int respond_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return script_verify(c, v);
}

int request_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return script_verify(c, v);
}

/* --------------------------------------------------------------------------------------------- two of them, joined */

enum { PAIR_MEMORY = 65536, QUARTER = PAIR_MEMORY / 4, ENDS = 2, WC = 7, WORK = 10, BUFFER = 5 };
enum { P_BAD_KEY = 1, P_LATE = 2, P_DEAF = 4, P_ONE = 8, P_LARGE = 16, P_BY_IMM = 32 };

int pair_attrs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *a = b ? b->data : NULL;
    int64_t psn[ENDS] = { PSN - 1 - below(&seed, 8), below(&seed, PSN) }, flags = ridge_int(c, "flags");
    for (int x = 0; a && x < ENDS; x++, a += ATTR) {
        const int64_t is[ATTR] = { 1, 16, 16, psn[x], psn[!x], 40, 12000, 5000, flags & P_DEAF ? 3 : 60,
                                   flags & P_DEAF ? 2 : RC_FOR_EVER, 256, 0xfffffff0, 0 };
        memcpy(a, is, sizeof is);
    }
    return a ? 0 : -1;
}

/* Quarters: what is sent from and read from; what the other side writes; what is received; what READs bring. */
int pair_regions_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int access[REGIONS] = { MR_REMOTE_READ, MR_LOCAL_WRITE | MR_REMOTE_WRITE, MR_LOCAL_WRITE,
                                         MR_LOCAL_WRITE, 0, 0 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *g = b ? b->data : NULL;
    (void)seed, (void)c;
    for (int x = 0; g && x < ENDS; x++)
        for (int k = 0; k < REGIONS; k++, g += 4) {
            g[0] = k < 4 ? (int64_t)k * QUARTER : 0, g[1] = k < 4 ? QUARTER : 16, g[2] = access[k], g[3] = 1;
        }
    return g ? 0 : -1;
}

/* id op signaled with_imm imm offset length key remote remote-key. Writes of one end meet in the same few places. */
int works_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *w = b ? b->data : NULL, N = ridge_int(c, "N"), flags = ridge_int(c, "flags");
    for (int x = 0; w && x < ENDS; x++)
        for (int64_t k = 0; k < N; k++, w += WORK) {
            int op = flags & P_LATE && chance(&seed, 60) ? WR_SEND : (int)below(&seed, 3);
            int64_t length = chance(&seed, 20) ? below(&seed, 3) : 1 + below(&seed, op == WR_READ ? RC_MTU : 1500);
            if (flags & P_LARGE)
                op = WR_WRITE, length = 1500 + below(&seed, 500);
            int64_t place = op == WR_WRITE ? QUARTER + 2048 * below(&seed, 4) : below(&seed, QUARTER - 2048);
            const int64_t is[] = { k + 1, op, k + 1 == N || chance(&seed, 50), op != WR_READ && chance(&seed, 30),
                                   1 + below(&seed, 1 << 30),
                                   op == WR_READ ? 3 * QUARTER + k * RC_MTU % QUARTER : below(&seed, QUARTER - 2048),
                                   length, op == WR_READ ? 3 : 0, op == WR_SEND ? 0 : place,
                                   op == WR_SEND ? 0 : op == WR_READ ? 0 : 1 };
            memcpy(w, is, sizeof is);
            if (flags & P_ONE && x)
                w[1] = -1;
            if (flags & P_BY_IMM && !x && !k)
                w[1] = WR_WRITE, w[3] = 1, w[5] = 0, w[6] = 4 * RC_MTU - 24, w[7] = 0, w[8] = QUARTER, w[9] = 1;
            if (flags & P_BAD_KEY && !x && k == N / 2)
                w[1] = WR_WRITE, w[3] = 0, w[7] = 0, w[5] = 0, w[6] = 300, w[8] = QUARTER - 10, w[9] = 1;
        }
    return w ? 0 : -1;
}

/* id offset length key time; as many as requests of the other side take, or none. */
int buffers_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *s = b ? b->data : NULL, N = ridge_int(c, "N"), flags = ridge_int(c, "flags"), at = 0;
    for (int x = 0; s && x < ENDS; x++, at = 0)
        for (int64_t k = 0; k < N; k++, s += BUFFER) {
            if (flags & P_LATE && chance(&seed, 30))
                at += 4000 + below(&seed, 40000);
            const int64_t is[] = { 1000 + k, 2 * QUARTER + 2048 * below(&seed, 4), 2048, 2, at };
            memcpy(s, is, sizeof is);
            if (flags & P_DEAF)
                s[2] = -1;
        }
    return s ? 0 : -1;
}

struct outcome {
    wc_t sent[ALL], received[ALL];
    int sents, receiveds;
};

static void ends(struct outcome *o, int received, uint64_t id, int status, const wc_t *more)
{
    wc_t w = more ? *more : (wc_t){ 0 };
    w.id = id, w.status = status;
    if (received)
        o->received[o->receiveds++] = w;
    else
        o->sent[o->sents++] = w;
}

/* All requests of one end, done once each, in order. What is in error stays so: both ends then flush. */
static void do_all(const int64_t *w, const int64_t *rr, int64_t N, uint8_t *own, uint8_t *other, struct outcome *mine,
                   struct outcome *theirs)
{
    static const int op[] = { WC_SEND, WC_WRITE, WC_READ };
    int64_t used = 0;
    int failed = 0;
    for (int64_t k = 0; k < N && w[1] >= 0; k++, w += WORK) {
        int takes = w[1] == WR_SEND || (w[1] == WR_WRITE && w[3]), status = 0;
        const int64_t *to = rr + BUFFER * used;
        if (failed)
            status = WC_WR_FLUSH_ERR;
        else if (w[1] == WR_WRITE && w[6] && w[8] < QUARTER)
            status = WC_REM_ACCESS_ERR;
        else if (takes && to[2] < 0)
            status = WC_RNR_RETRY_EXC_ERR;
        failed |= status;
        /* only its last packet finds no receive request: those before it have been written and acknowledged */
        if (status == WC_RNR_RETRY_EXC_ERR && w[1] == WR_WRITE && w[6])
            memcpy(other + w[8], own + w[5], (size_t)((w[6] - 1) / RC_MTU * RC_MTU));
        if (status) {
            ends(mine, 0, (uint64_t)w[0], status, NULL);
            continue;
        }
        if (w[1] == WR_SEND)
            memcpy(other + to[1], own + w[5], (size_t)w[6]);
        else if (w[1] == WR_WRITE)
            memcpy(other + w[8], own + w[5], (size_t)w[6]);
        else
            memcpy(own + w[5], other + w[8], (size_t)w[6]);
        if (takes)
            ends(theirs, 1, (uint64_t)to[0], WC_SUCCESS,
                 &(wc_t){ .op = w[1] == WR_SEND ? WC_RECV : WC_RECV_IMM, .bytes = (uint32_t)w[6],
                          .with_imm = (int)w[3], .imm = w[3] ? (uint32_t)w[4] : 0 });
        used += takes;
        if (w[2])
            ends(mine, 0, (uint64_t)w[0], WC_SUCCESS, &(wc_t){ .op = op[w[1]] });
    }
}

static int same_list(struct ridge_verdict *v, int x, const char *name, const wc_t *want, int n, const int64_t *got,
                     int64_t N, int only)
{
    for (int64_t k = 0; k < N; k++, got += WC) {
        if (k >= n && (got[1] == -1 || (only && got[1] == WC_WR_FLUSH_ERR)))
            continue;
        if (k >= n)
            return wrong(v, "end %d: completion %lld of its %s queue, of request %lld, should not be there", x,
                         (long long)k, name, (long long)got[0]);
        if (got[1] == -1)
            return wrong(v, "end %d: %s queue: %lld completions, expected %d: request %llu never ends", x, name,
                         (long long)k, n, (unsigned long long)want[k].id);
        const int64_t is[] = { (int64_t)want[k].id, want[k].status, want[k].op, want[k].bytes, want[k].with_imm,
                               want[k].imm };
        static const char *const field[] = { "id", "status", "op", "bytes", "with_imm", "imm" };
        for (int j = 0; j < 6; j++)
            if (got[j] != is[j])
                return wrong(v, "end %d: completion %lld of its %s queue: %s is %lld, expected %lld", x, (long long)k,
                             name, field[j], (long long)got[j], (long long)is[j]);
    }
    return 1;
}

int pair_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *works = ridge_data(c, "works"), *rr = ridge_data(c, "rooms"), *got = ridge_data(c, "done");
    const int64_t *h = ridge_data(c, "joined");
    const uint8_t *before = ridge_data(c, "before2"), *after = ridge_data(c, "after2");
    int64_t N = ridge_int(c, "N"), least = 0;
    int flushes = (ridge_int(c, "flags") & (P_BAD_KEY | P_DEAF)) != 0;
    static uint8_t memory[ENDS][PAIR_MEMORY];
    static struct outcome o[ENDS];
    memset(o, 0, sizeof o);
    memcpy(memory, before, sizeof memory);
    if (N > ALL)
        return -1;
    for (int x = 0; x < ENDS; x++)
        do_all(works + x * N * WORK, rr + !x * N * BUFFER, N, memory[x], memory[!x], &o[x], &o[!x]);
    for (int x = 0; x < ENDS; x++) {
        const int64_t *mine = got + x * 2 * N * WC;
        if (same_list(v, x, "send", o[x].sent, o[x].sents, mine, N, 0) != 1 ||
            same_list(v, x, "receive", o[x].received, o[x].receiveds, mine + N * WC, N, flushes) != 1)
            return 0;
        for (int k = 0; k < PAIR_MEMORY; k++)
            if (after[x * PAIR_MEMORY + k] != memory[x][k])
                return wrong(v, "end %d: byte %d of the memory is %d at the end, expected %d: %s", x, k,
                             after[x * PAIR_MEMORY + k], memory[x][k], "not each request was done once and in order");
        int64_t packets = 0;
        for (int64_t k = 0; k < N && works[(x * N + k) * WORK + 1] >= 0; k++) {
            int64_t length = works[(x * N + k) * WORK + 6];
            packets += length ? (length + RC_MTU - 1) / RC_MTU : 1;
        }
        least = packets > least ? packets : least;
    }
    int64_t most = h[1] > h[2] ? h[1] : h[2];
    ridge_count(v, "packets_pct", most > 0 ? 100. * (double)least / (double)most : 100);
    ridge_count(v, "pair_us", (double)h[0] / 1e3);
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------------------------- channel */

int channel_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const death[] = {
        "", "a write with an imm found no receive (RNR): receives or credits are too few",
        "completions found no room: the queue was polled too seldom", "a write left the other side's window",
        "an inline write was too long", "the sender waits for ever: no completion, no credit, or nobody asked",
        "a write's bytes were changed before it was done, and it was not FAB_INLINE" };
    const int64_t *h = ridge_data(c, "happened"), N = ridge_int(c, "N");
    if (h[7] < 0 || h[7] > 6)
        return -1;
    if (h[5])
        return wrong(v, "tx_done() gave a message back whose bytes were still the NIC's");
    if (h[2])
        return wrong(v, "rx_next(): message %lld is not at the beginning of its slot", (long long)h[14] - 1);
    if (h[4])
        return wrong(v, "rx_next(): the length of message %lld is wrong", (long long)h[14] - 1);
    if (h[3])
        return wrong(v, "a message's bytes are wrong, not there yet or written over, after %lld were given and %lld "
                     "released", (long long)h[14], (long long)h[1]);
    if (h[7])
        return wrong(v, "%s (%lld messages sent, %lld released)", death[h[7]], (long long)h[0], (long long)h[1]);
    if (h[1] != N)
        return wrong(v, "%lld of %lld messages came", (long long)h[1], (long long)N);
    if (h[6] > FAB_SQ / 2)
        return wrong(v, "tx_done() is %lld messages behind at the end, more than %d", (long long)h[6], FAB_SQ / 2);
    if (h[11])
        return wrong(v, "%lld messages were not written from where they lay: payloads are not copied",
                     (long long)h[11]);
    ridge_count(v, "completions_pct", 100. * (double)h[9] / (double)N);
    ridge_count(v, "credits_pct", 100. * (double)h[10] / (double)N);
    ridge_count(v, "channel_us", (double)h[12] / 1e3);
    ridge_count(v, "channel_pct", h[12] > 0 ? 100. * (double)h[13] / (double)h[12] : 0);
    v->pass = 1;
    return 0;
}

/* -------------------------------------------------------------------------------------------------------- bounce */

int tasks_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int64_t sizes[] = { 0, 1, 4096, 65536, 65537, 1 << 20, 1000000 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double *t = b ? b->data : NULL;
    for (size_t k = 0; t && k < b->count / 7; k++, t += 7) {
        t[0] = (double)(chance(&seed, 50) ? sizes[below(&seed, 7)] : below(&seed, 4000000));
        t[1] = (double)(chance(&seed, 50) ? 65536 : 1 + below(&seed, 200000));
        t[1] = t[1] < t[0] / 3000 ? 4096 : t[1];
        t[2] = (double)below(&seed, 5);
        t[3] = 1e9 * (double)(1 + below(&seed, 60)), t[4] = 1e9 * (double)(1 + below(&seed, 60));
        t[5] = 1e-6 * (double)below(&seed, 12), t[6] = 1e-7 * (double)below(&seed, 30);
    }
    return t ? 0 : -1;
}

/* By events: whoever can go on earliest, the copier or the writer, does one chunk. */
static double bounce(const double *t)
{
    double bytes = t[0], at = 0, copier = 0, writer = 0, ready[4] = { 0 }, size[4] = { 0 };
    int buffers = (int)t[2], full = 0, put = 0, get = 0;
    double idle[4] = { 0 };
    if (bytes <= 0)
        return 0;
    if (!buffers)
        return t[6] + fmax(bytes / t[3], bytes / t[4]);
    while (at < bytes || full) {
        if (full < buffers && at < bytes) {
            size[put] = fmin(t[1], bytes - at);
            copier = fmax(copier, idle[put]) + t[5] + size[put] / t[3];
            ready[put] = copier, at += size[put];
            put = (put + 1) % buffers, full++;
        } else {
            writer = fmax(writer, ready[get]) + t[6] + size[get] / t[4];
            idle[get] = writer;
            get = (get + 1) % buffers, full--;
        }
    }
    return writer;
}

int bounce_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *t = ridge_data(c, "tasks"), *got = ridge_data(c, "seconds");
    for (int64_t r = 0; r < ridge_int(c, "R"); r++, t += 7) {
        double want = bounce(t);
        if (!(fabs(got[r] - want) <= 1e-9 * want + 1e-15))
            return wrong(v, "bounce_s of %.0f bytes in chunks of %.0f, %.0f buffers, %.0f and %.0f GB/s: expected %.6g "
                         "s, got %.6g", t[0], t[1], t[2], t[3] / 1e9, t[4] / 1e9, want, got[r]);
    }
    v->pass = 1;
    return 0;
}
