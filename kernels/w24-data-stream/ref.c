/*
 * ref.c: a loader that can say which sample comes next without having been there. The order is arithmetic, the
 * mixture a short table, the state a place in the text; other ranks' rows are passed by their lengths, and tokens are
 * copied once, from the shard to the row. The CRC takes eight bytes at a time, since it is what the loader's time
 * goes into.
 */
#include "lab.h"

/* --- shards -------------------------------------------------------------------------------------------- */

static uint32_t table[8][256];

static void make_table(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        table[0][i] = c;
    }
    for (int t = 1; t < 8; t++)
        for (int i = 0; i < 256; i++)
            table[t][i] = table[t - 1][i] >> 8 ^ table[0][table[t - 1][i] & 255];
}

uint32_t crc32_of(const void *data, size_t bytes)
{
    const uint8_t *p = data;
    uint32_t c = 0xffffffffu;
    if (!table[0][1])
        make_table();
    for (; bytes >= 8; bytes -= 8, p += 8) {
        uint64_t w;
        memcpy(&w, p, 8);
        w ^= c;
        c = table[7][w & 255] ^ table[6][w >> 8 & 255] ^ table[5][w >> 16 & 255] ^ table[4][w >> 24 & 255] ^
            table[3][w >> 32 & 255] ^ table[2][w >> 40 & 255] ^ table[1][w >> 48 & 255] ^ table[0][w >> 56];
    }
    for (; bytes; bytes--)
        c = c >> 8 ^ table[0][(c ^ *p++) & 255];
    return ~c;
}

static struct entry entry_of(const struct shard *s, int32_t r)
{
    struct entry e;
    memcpy(&e, s->data + 8 + 16 * (size_t)r, sizeof e);
    return e;
}

int shard_open(const void *data, int64_t bytes, struct shard *ret)
{
    struct shard s = { data, bytes, 0 };
    uint32_t n;
    *ret = s;
    if (bytes < 8)
        return SHARD_SHORT;
    if (memcmp(data, "RSH1", 4))
        return SHARD_MAGIC;
    memcpy(&n, s.data + 4, 4);
    int64_t head = 8 + 16 * (int64_t)n;
    if (head > bytes)
        return SHARD_SHORT;
    for (uint32_t r = 0; r < n; r++) {
        struct entry e = entry_of(&s, (int32_t)r);
        if (e.offset % 2 || e.offset < head)
            return SHARD_INDEX;
        if ((int64_t)e.offset + 2 * (int64_t)e.tokens > bytes)
            return SHARD_SHORT;
    }
    ret->records = (int32_t)n;
    return SHARD_OK;
}

/* --- the order ----------------------------------------------------------------------------------------- */

int64_t permute(uint64_t key, int64_t n, int64_t i)
{
    int b = 1;
    while ((int64_t)1 << 2 * b < n)
        b++;
    uint64_t mask = ((uint64_t)1 << b) - 1, x = (uint64_t)i;
    do {
        uint64_t l = x >> b, r = x & mask;
        for (uint64_t k = 1; k <= 4; k++) {
            uint64_t was = r;
            r = l ^ (mix64(key + k + (r << 8)) & mask);
            l = was;
        }
        x = l << b | r;
    } while (x >= (uint64_t)n);
    return (int64_t)x;
}

static int64_t records_of(const struct stream *s)
{
    int64_t n = 0;
    for (int32_t j = 0; j < s->shards; j++)
        n += s->shard[j].records;
    return n;
}

void stream_at(const struct stream *s, int64_t epoch, int64_t p, int32_t *shard, int32_t *record)
{
    uint64_t key = mix64(s->seed + mix64((uint64_t)epoch));
    int64_t n = records_of(s), v = p / s->window, first = v * s->window, m = n - first;
    m = m < s->window ? m : s->window;
    int64_t q = first + permute(mix64(key + (uint64_t)v + 1), m, p - first);
    for (int32_t j = 0; j < s->shards; j++) {
        int32_t at = (int32_t)permute(key, s->shards, j);
        if (q < s->shard[at].records) {
            *shard = at;
            *record = (int32_t)q;
            return;
        }
        q -= s->shard[at].records;
    }
}

/* The source of the next document, which is counted. */
static int mix_next(int n, const int32_t *weight, int64_t M, int64_t g, int64_t *count)
{
    int best = 0;
    int64_t most = INT64_MIN;
    for (int i = 0; i < n; i++) {
        int64_t due = weight[i] * (g + 1) - M * count[i];
        if (due > most)
            most = due, best = i;
    }
    count[best]++;
    return best;
}

void mix_at(int n, const int32_t *weight, int64_t g, int32_t *source, int64_t *index)
{
    int64_t M = 0, count[SOURCES_MOST] = { 0 };
    for (int i = 0; i < n; i++)
        M += weight[i];
    int64_t rounds = g / M;
    for (int64_t k = 0; k <= g % M; k++)
        *source = mix_next(n, weight, M, k, count);
    *index = rounds * weight[*source] + count[*source] - 1;
}

/* --- the loader ---------------------------------------------------------------------------------------- */

struct place {
    int64_t doc, at; /* the next token: of which document, and which one of it */
};

struct state {
    uint32_t crc, version;
    uint64_t config;
    int64_t step;
    struct place next;
};

_Static_assert(sizeof(struct state) <= STATE_BYTES, "the state has its room");

struct loader {
    struct config c;
    struct state s;
    int64_t M, n[SOURCES_MOST];
    int32_t *pattern, *before; /* of a round of the mixture: source, and its documents before */
};

/* A document as it lies in its shard. */
struct doc {
    struct bad name;
    const uint16_t *token;
    uint32_t tokens, crc;
};

static uint64_t config_hash(const struct config *c)
{
    uint64_t h = mix64((uint64_t)c->seq << 32 ^ (uint64_t)c->batch) + (uint64_t)c->sources;
    for (int i = 0; i < c->sources; i++) {
        const struct stream *s = &c->stream[i];
        h = mix64(h ^ s->seed), h = mix64(h ^ (uint64_t)s->window), h = mix64(h ^ (uint64_t)c->weight[i]);
        h = mix64(h ^ (uint64_t)s->shards);
        for (int j = 0; j < s->shards; j++)
            h = mix64(h ^ (uint64_t)s->shard[j].records);
    }
    return h;
}

static int fill_pattern(loader_t *l)
{
    int64_t count[SOURCES_MOST] = { 0 };
    l->pattern = calloc((size_t)l->M, sizeof *l->pattern);
    l->before = calloc((size_t)l->M, sizeof *l->before);
    if (!l->pattern || !l->before)
        return -1;
    for (int64_t g = 0; g < l->M; g++) {
        int i = mix_next(l->c.sources, l->c.weight, l->M, g, count);
        l->pattern[g] = i;
        l->before[g] = (int32_t)count[i] - 1;
    }
    return 0;
}

loader_t *loader_new(const struct config *c, int *ret_error)
{
    loader_t *l = calloc(1, sizeof *l);
    *ret_error = 0;
    if (!l)
        return NULL;
    l->c = *c;
    l->s.version = 1;
    l->s.config = config_hash(c);
    for (int i = 0; i < c->sources; i++) {
        l->n[i] = records_of(&c->stream[i]);
        l->M += c->weight[i];
        if (c->weight[i] > 0 && !l->n[i])
            *ret_error = LOADER_EMPTY;
    }
    if (*ret_error || fill_pattern(l)) {
        loader_free(l);
        return NULL;
    }
    return l;
}

void loader_free(loader_t *l)
{
    if (!l)
        return;
    free(l->pattern);
    free(l->before);
    free(l);
}

static struct doc doc_of(const loader_t *l, int64_t g)
{
    struct doc d;
    int64_t k = g % l->M;
    int i = l->pattern[k];
    int64_t index = g / l->M * l->c.weight[i] + l->before[k];
    const struct stream *s = &l->c.stream[i];
    d.name.source = i;
    stream_at(s, index / l->n[i], index % l->n[i], &d.name.shard, &d.name.record);
    struct entry e = entry_of(&s->shard[d.name.shard], d.name.record);
    d.token = (const uint16_t *)(const void *)(s->shard[d.name.shard].data + e.offset);
    d.tokens = e.tokens, d.crc = e.crc;
    return d;
}

/* Passes `tokens` by their documents' lengths. */
static void pass(const loader_t *l, struct place *p, int64_t tokens)
{
    while (tokens > 0) {
        int64_t left = (int64_t)doc_of(l, p->doc).tokens + 1 - p->at;
        if (tokens < left) {
            p->at += tokens;
            return;
        }
        tokens -= left;
        p->doc++, p->at = 0;
    }
}

/* Up to `room` tokens of one document from p on; returns how many. */
static int64_t copy(const struct doc *d, int wrong, struct place *p, int64_t room, uint16_t *to)
{
    int64_t text = (int64_t)d->tokens - p->at, n = text < room ? text : room;
    if (n > 0 && wrong)
        memset(to, 0xff, 2 * (size_t)n);
    else if (n > 0)
        memcpy(to, d->token + p->at, 2 * (size_t)n);
    p->at += n;
    if (n < room) {
        to[n++] = EOS;
        p->doc++, p->at = 0;
    }
    return n;
}

int loader_next(loader_t *l, uint16_t *rows, struct bad *bad)
{
    int64_t step = (int64_t)l->c.batch * l->c.seq, mine = step / l->c.world, done = 0;
    struct place p = l->s.next;
    int found = 0;
    *bad = (struct bad){ -1, -1, -1 };
    pass(l, &p, mine * l->c.rank);
    while (done < mine) {
        struct doc d = doc_of(l, p.doc);
        int64_t doc = p.doc;
        int wrong = crc32_of(d.token, 2 * (size_t)d.tokens) != d.crc;
        if (wrong && l->c.policy == FATAL) {
            *bad = d.name;
            return LOADER_CORRUPT;
        }
        done += copy(&d, wrong, &p, mine - done, rows + done);
        if (wrong && p.doc > doc && !found++)
            *bad = d.name;
    }
    pass(l, &p, mine * (l->c.world - 1 - l->c.rank));
    l->s.next = p;
    l->s.step++;
    return found;
}

static uint32_t state_crc(const uint8_t *state)
{
    return crc32_of(state + 4, STATE_BYTES - 4);
}

void loader_save(const loader_t *l, uint8_t state[STATE_BYTES])
{
    memset(state, 0, STATE_BYTES);
    memcpy(state, &l->s, sizeof l->s);
    uint32_t crc = state_crc(state);
    memcpy(state, &crc, 4);
}

int loader_restore(loader_t *l, const uint8_t state[STATE_BYTES])
{
    struct state s;
    memcpy(&s, state, sizeof s);
    if (s.crc != state_crc(state) || s.version != 1 || s.config != l->s.config)
        return LOADER_STATE;
    l->s = s;
    return 0;
}

/* --- workers ------------------------------------------------------------------------------------------- */

enum { WORKERS_MOST = 64 };

struct feeder {
    pool_t *p;
    int64_t next, delivered, taken, to, ahead, from; /* the youngest job not begun, the next to hand over */
    unsigned char *done;
    int64_t again[2 * WORKERS_MOST]; /* jobs that lost their worker */
    int nagain, idle[WORKERS_MOST];
};

/* The oldest job that somebody has to begin, or -1. */
static int64_t choose(struct feeder *f)
{
    int at = -1;
    for (int i = 0; i < f->nagain; i++)
        if (at < 0 || f->again[i] < f->again[at])
            at = i;
    if (at >= 0) {
        int64_t job = f->again[at];
        f->again[at] = f->again[--f->nagain];
        return f->done[job - f->from] ? choose(f) : job;
    }
    return f->next < f->to && f->next < f->taken + f->ahead ? f->next++ : -1;
}

static void give_work(struct feeder *f, int workers)
{
    for (int w = 0; w < workers; w++)
        if (f->idle[w]) {
            int64_t job = choose(f);
            if (job < 0)
                return;
            f->idle[w] = 0;
            pool_submit(f->p, w, job);
        }
}

static void hear(struct feeder *f, struct pool_event e)
{
    switch (e.kind) {
    case POOL_DONE:
        f->idle[e.worker] = 1;
        f->done[e.job - f->from] = 1;
        break;
    case POOL_DIED: /* idle when it died: it must not be asked again */
        f->idle[e.worker] = 0; /* fall through */
    case POOL_LATE:
        if (e.job >= 0 && f->nagain < 2 * WORKERS_MOST)
            f->again[f->nagain++] = e.job;
        break;
    case POOL_TAKEN: f->taken++; break;
    default: break;
    }
    while (f->delivered < f->to && f->done[f->delivered - f->from])
        pool_deliver(f->p, f->delivered++);
}

int feed(pool_t *p, int64_t from, int64_t to, int64_t ahead)
{
    struct feeder f = { .p = p, .next = from, .delivered = from, .taken = from, .to = to, .ahead = ahead, .from = from
            };
    int workers = pool_workers(p), rc = -1;
    f.done = calloc((size_t)(to - from) + 1, 1);
    for (int w = 0; w < workers; w++)
        f.idle[w] = 1;
    while (f.done && f.delivered < to) {
        give_work(&f, workers);
        struct pool_event e = pool_wait(p);
        if (e.kind == POOL_NONE)
            break;
        hear(&f, e);
    }
    rc = f.done && f.delivered == to ? 0 : -1;
    free(f.done);
    return rc;
}

/* --- near-duplicates ----------------------------------------------------------------------------------- */

void minhash_sig(int64_t n, const uint16_t *token, int w, int K, uint64_t seed, uint32_t *sig)
{
    for (int i = 0; i < K; i++)
        sig[i] = UINT32_MAX;
    for (int64_t at = 0; at + w <= n; at++) {
        uint64_t h = (uint64_t)w;
        for (int j = 0; j < w; j++)
            h = mix64(h ^ token[at + j]);
        for (int i = 0; i < K; i++) {
            uint32_t v = (uint32_t)(mix64(h ^ mix64(seed + (uint64_t)i)) >> 32);
            sig[i] = v < sig[i] ? v : sig[i];
        }
    }
}

struct keyed {
    uint64_t key;
    int32_t doc;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1) : x->doc - y->doc;
}

struct found {
    int32_t (*pair)[2];
    int64_t n, room;
};

static int by_pair(const void *a, const void *b)
{
    const int32_t *x = a, *y = b;
    return x[0] != y[0] ? x[0] - y[0] : x[1] - y[1];
}

static int add(struct found *f, int32_t i, int32_t j)
{
    if (f->n == f->room) {
        int64_t room = 2 * f->room + 64;
        void *more = realloc(f->pair, (size_t)room * sizeof *f->pair);
        if (!more)
            return -1;
        f->pair = more, f->room = room;
    }
    f->pair[f->n][0] = i, f->pair[f->n++][1] = j;
    return 0;
}

static int has_any(int K, const uint32_t *sig)
{
    for (int i = 0; i < K; i++)
        if (sig[i] != UINT32_MAX)
            return 1;
    return 0;
}

/* Documents whose key of band k is the same stand side by side, and only those are compared. */
static void band_pairs(int n, int K, int r, const uint32_t *sig, int k, struct keyed *d, struct found *f)
{
    for (int i = 0; i < n; i++) {
        const uint32_t *s = sig + (size_t)d[i].doc * (size_t)K + (size_t)k * (size_t)r;
        d[i].key = (uint64_t)k;
        for (int q = 0; q < r; q++)
            d[i].key = mix64(d[i].key ^ s[q]);
    }
    qsort(d, (size_t)n, sizeof *d, by_key);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n && d[j].key == d[i].key; j++)
            if (!memcmp(sig + (size_t)d[i].doc * (size_t)K + k * r, sig + (size_t)d[j].doc * (size_t)K + k * r,
                        (size_t)r * 4))
                add(f, d[i].doc, d[j].doc);
}

int64_t lsh_pairs(int docs, int K, int bands, const uint32_t *sig, int64_t room, int32_t (*pair)[2])
{
    struct found f = { 0 };
    struct keyed *d = calloc((size_t)docs + 1, sizeof *d);
    int n = 0;
    int64_t out = 0;
    for (int i = 0; d && i < docs; i++)
        if (has_any(K, sig + (size_t)i * (size_t)K))
            d[n++].doc = i;
    for (int k = 0; k < bands; k++)
        band_pairs(n, K, K / bands, sig, k, d, &f);
    if (f.n)
        qsort(f.pair, (size_t)f.n, sizeof *f.pair, by_pair);
    for (int64_t i = 0; i < f.n; i++)
        if (!i || by_pair(f.pair[i], f.pair[i - 1])) {
            if (out < room)
                memcpy(pair[out], f.pair[i], sizeof *pair);
            out++;
        }
    free(f.pair);
    free(d);
    return out;
}
