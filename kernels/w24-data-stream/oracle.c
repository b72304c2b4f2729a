/*
 * oracle.c: shards, whole and damaged, and the text as one array. Nothing here is resumed, skipped or sharded: an
 * epoch is a list, the mixture is counted from document 0, and rows are cut out of the text.
 */
#include <ridge/oracle.h>
#include <stdlib.h>

enum { SOURCES = 16, SHARDS = 64, EOS = 0, PAD = 65535, STATE_BYTES = 128, FAILED = 60007 };

static int fail(struct ridge_verdict *v)
{
    v->pass = 0;
    return 0;
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), fail(v))

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Bit by bit. */
static uint32_t crc_more(uint32_t c, uint8_t byte)
{
    c ^= byte;
    for (int k = 0; k < 8; k++)
        c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
    return c;
}

static uint32_t crc(const uint8_t *p, size_t n)
{
    uint32_t c = ~0u;
    while (n--)
        c = crc_more(c, *p++);
    return ~c;
}

int crc_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *in = ridge_buffer(c, "data");
    const uint32_t *got = ridge_data(c, "sums");
    uint32_t now = ~0u;
    if (!in || !got)
        return -1;
    for (size_t k = 0; k <= in->count; k++) {
        if (got[k] != ~now)
            return SAY(v, "the CRC of the first %zu bytes is %08x, got %08x", k, ~now, got[k]);
        if (k < in->count)
            now = crc_more(now, ((const uint8_t *)in->data)[k]);
    }
    v->pass = 1;
    return 0;
}

int crc_long_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *in = ridge_buffer(c, "block");
    const uint32_t *got = ridge_data(c, "sum");
    if (!in || !got)
        return -1;
    uint32_t want = crc(in->data, in->count);
    if (*got != want)
        return SAY(v, "the CRC of %zu bytes is %08x, got %08x", in->count, want, *got);
    v->pass = 1;
    return 0;
}

/* --- shards -------------------------------------------------------------------------------------------- */

static void put(uint8_t *to, uint32_t x)
{
    memcpy(to, &x, 4);
}

static uint32_t take(const uint8_t *from)
{
    uint32_t x;
    memcpy(&x, from, 4);
    return x;
}

enum {
    WHOLE, NO_BYTES, SEVEN, OTHER_MAGIC, HALF_INDEX, MANY, FIVE, ODD, INSIDE, FAR, LONG, CUT, TWO, NO_TOKENS, USED,
    KINDS
};

/* Breaks a shard of n records and `size` bytes; returns its new size. */
static int64_t damage(uint8_t *s, int64_t size, uint32_t n, int kind)
{
    uint8_t *last = s + 8 + 16 * (n - 1);
    switch (n ? kind : kind < ODD ? kind : WHOLE) {
    case NO_BYTES: return 0;
    case SEVEN: return 7;
    case OTHER_MAGIC: s[3] = '2'; return size;
    case HALF_INDEX: return n ? 8 + 16 * (int64_t)n - 4 : 8;
    case FIVE: s[0] = 'r'; return 5;
    case MANY: put(s + 4, 0x10000001u); return size; /* times 16 is 16 in 32 bits */
    case ODD: put(last, take(last) + 1); return size;
    case INSIDE: put(last, 8); return size;
    case FAR: put(last, 0xfffffffeu); return size;
    case LONG: put(last + 4, 0x80000000u); return size; /* times 2 is 0 in 32 bits */
    case CUT: return size - 2;
    case TWO: put(last, take(last) + 1), put(s + 8, 0xfffffffeu); return size; /* the first entry is told */
    case NO_TOKENS: put(last, take(last) + 1), put(last + 4, 0); return size;
    case USED: put(last + 12, 1); return size;
    default: return size;
    }
}

/* Shard k of a case: its bytes into s, and its size. */
static int64_t shard_make(const struct ridge_case *c, uint64_t seed, int64_t k, uint8_t *s, int64_t cap)
{
    int64_t most = ridge_int(c, "records"), toks = ridge_int(c, "toks"), corrupt = ridge_int(c, "corrupt");
    int64_t harm = ridge_int(c, "damage"), shards = ridge_int(c, "shards");
    seed = ridge_mix(seed + (uint64_t)k * 7919, "shard");
    uint32_t n = (uint32_t)(ridge_uniform(&seed) * (double)(most + 1));
    if ((k % shards == 1 && harm >= 0) || k / shards % 5 == 3)
        n = 0; /* one shard of each source is empty; of a source without a weight, all are */
    else if (!n && most)
        n = 1;
    int64_t at = 8 + 16 * (int64_t)n;
    memset(s, 0x11, (size_t)cap);
    memcpy(s, "RSH1", 4);
    put(s + 4, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t r = i ^ (n > 2 && i < 2), len = (uint32_t)(ridge_uniform(&seed) * (double)(toks + 1));
        uint8_t *e = s + 8 + 16 * r;
        at += 2 * (ridge_next(&seed) % 3);
        put(e, (uint32_t)at), put(e + 4, len), put(e + 12, 0);
        for (uint32_t t = 0; t < len; t++, at += 2) {
            uint64_t draw = ridge_next(&seed);
            uint32_t token = draw >> 40 & 15 ? 1 + (uint32_t)(draw % 60000) : draw & 1 ? EOS : PAD;
            s[at] = (uint8_t)token, s[at + 1] = (uint8_t)(token >> 8);
        }
        put(e + 8, crc(s + take(e), 2 * (size_t)len));
        if (corrupt && ridge_next(&seed) % (uint64_t)corrupt == 0)
            len ? (void)(s[take(e) + 2 * len - 1] ^= 4) : put(e + 8, 1);
    }
    /* the last entry's record has to be the last in the file, for CUT */
    return harm > 0 ? damage(s, at, n, (int)(k % KINDS)) : at;
}

int blob_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t cap = ridge_int(c, "cap"), n = ridge_int(c, "sources") * ridge_int(c, "shards");
    int sizes = b && b->dtype == RIDGE_I32;
    uint8_t *room = malloc((size_t)cap);
    if (!b || !room || n > SHARDS)
        return free(room), -1;
    for (int64_t k = 0; k < n; k++) {
        int64_t size = shard_make(c, seed, k, sizes ? room : (uint8_t *)b->data + k * cap, cap);
        if (sizes)
            ((int32_t *)b->data)[k] = (int32_t)size;
    }
    free(room);
    return 0;
}

/* What shard_open() has to say of it. */
static int opens(const uint8_t *s, int64_t size, int32_t *records)
{
    *records = 0;
    if (size < 8)
        return -1;
    if (memcmp(s, "RSH1", 4))
        return -2;
    double n = take(s + 4);
    if (8 + 16 * n > (double)size)
        return -1;
    for (double r = 0; r < n; r++) {
        const uint8_t *e = s + 8 + 16 * (size_t)r;
        double offset = take(e), tokens = take(e + 4);
        if (take(e) % 2 || offset < 8 + 16 * n)
            return -3;
        if (offset + 2 * tokens > (double)size)
            return -1;
    }
    *records = (int32_t)n;
    return 0;
}

int open_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const said[] = { "SHARD_OK", "SHARD_SHORT", "SHARD_MAGIC", "SHARD_INDEX" };
    static const char *const kind[] = { "whole", "of 0 bytes", "of 7 bytes", "with another magic",
        "that ends in its index", "with 268435457 records", "of 5 bytes with another magic", "with an odd offset",
        "with a record inside the index", "with an offset near 2^32", "with a record of 2^31 tokens",
        "cut off by 2 bytes", "whose first entry lies near 2^32 and whose last is odd",
        "with an odd offset of no tokens", "with another fourth number in an entry" };
    const uint8_t *blob = ridge_data(c, "blob");
    const int32_t *size = ridge_data(c, "sizes"), *rc = ridge_data(c, "rc"), *records = ridge_data(c, "opened");
    int64_t cap = ridge_int(c, "cap"), n = ridge_int(c, "sources") * ridge_int(c, "shards");
    if (!blob || !size || !rc || !records)
        return -1;
    for (int64_t k = 0; k < n; k++) {
        int32_t want;
        int says = opens(blob + k * cap, size[k], &want);
        if (rc[k] != says)
            return SAY(v, "shard %lld (%s, %d bytes): %s expected, got %d", (long long)k,
                       kind[ridge_int(c, "damage") > 0 ? k % KINDS : 0], size[k], said[-says], rc[k]);
        if (records[k] != want)
            return SAY(v, "shard %lld: %d records expected, got %d", (long long)k, want, records[k]);
    }
    v->pass = 1;
    return 0;
}

/* --- the order ----------------------------------------------------------------------------------------- */

static uint64_t image(uint64_t key, uint64_t n, uint64_t i)
{
    int b = 1;
    while (b < 31 && (1ull << (2 * b)) < n)
        b++;
    uint64_t half = 1ull << b;
    for (;;) {
        uint64_t l = i / half, r = i % half;
        for (uint64_t k = 0; k < 4; k++) {
            uint64_t next = l ^ (mix(key + k + 1 + r * 256) % half);
            l = r, r = next;
        }
        i = l * half + r;
        if (i < n)
            return i;
    }
}

int permute_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *out = ridge_buffer(c, "images");
    uint64_t key = (uint64_t)ridge_int(c, "key"), n = (uint64_t)ridge_int(c, "n"), first = (uint64_t)ridge_int(c,
            "first");
    if (!out)
        return -1;
    for (size_t k = 0; k < out->count; k++) {
        int64_t got = ((const int64_t *)out->data)[k], want = (int64_t)image(key, n, first + k);
        if (got != want)
            return SAY(v, "permute(%llu, %llu, %llu) is %lld, got %lld", (unsigned long long)key, (unsigned long long)n,
                       (unsigned long long)(first + k), (long long)want, (long long)got);
    }
    v->pass = 1;
    return 0;
}

struct where {
    int32_t shard, record;
};

/* An epoch as a list; the caller frees it. */
static struct where *epoch_list(const int32_t *records, int shards, int64_t window, uint64_t seed, uint64_t epoch,
                                int64_t *ret_n)
{
    uint64_t key = mix(seed + mix(epoch));
    int64_t n = 0, at = 0;
    for (int j = 0; j < shards; j++)
        n += records[j];
    struct where *list = calloc((size_t)n + 1, sizeof *list), *out = calloc((size_t)n + 1, sizeof *out);
    for (int j = 0; list && out && j < shards; j++) {
        int shard = (int)image(key, (uint64_t)shards, (uint64_t)j);
        for (int r = 0; r < records[shard]; r++)
            list[at++] = (struct where){ shard, r };
    }
    for (int64_t first = 0; list && out && first < n; first += window) {
        int64_t m = n - first < window ? n - first : window;
        for (int64_t p = 0; p < m; p++)
            out[first + p] = list[first + (int64_t)image(mix(key + (uint64_t)(first / window) + 1), (uint64_t)m,
                                                         (uint64_t)p)];
    }
    free(list);
    *ret_n = n;
    return out;
}

/* Records of shards: none in every fourth. */
int counts_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t left = ridge_int(c, "positions");
    if (!b)
        return -1;
    int32_t *n = b->data;
    for (size_t k = 0; k < b->count; k++) {
        int64_t most = left / (int64_t)(b->count - k) * 2;
        n[k] = k + 1 == b->count ? (int32_t)left : k % 4 == 1 ? 0 : (int32_t)(ridge_uniform(&seed) * (double)(most +
                1));
        if (n[k] > left)
            n[k] = (int32_t)left;
        left -= n[k];
    }
    return 0;
}

int order_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *records = ridge_data(c, "counts"), *got = ridge_data(c, "where");
    int64_t n;
    if (!records || !got)
        return -1;
    struct where *want = epoch_list(records, (int)ridge_int(c, "shards"), ridge_int(c, "window"),
                                    (uint64_t)ridge_int(c, "seed"), (uint64_t)ridge_int(c, "epoch"), &n);
    int64_t p = 0;
    while (want && p < n && got[2 * p] == want[p].shard && got[2 * p + 1] == want[p].record)
        p++;
    if (want && p < n)
        SAY(v, "position %lld of epoch %lld: shard %d, record %d expected, got %d, %d", (long long)p,
            (long long)ridge_int(c, "epoch"), want[p].shard, want[p].record, got[2 * p], got[2 * p + 1]);
    else
        v->pass = want != NULL;
    free(want);
    return want ? 0 : -1;
}

int weights_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t most = ridge_int(c, "heaviest");
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((int32_t *)b->data)[k] = k % 5 == 3 ? 0 : 1 + (int32_t)(ridge_uniform(&seed) * (double)most);
    return 0;
}

/* Document by document from 0. */
static int next_source(int n, const int32_t *weight, int64_t M, int64_t g, int64_t *count)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (weight[i] * (g + 1) - M * count[i] > weight[best] * (g + 1) - M * count[best])
            best = i;
    return best;
}

int mix_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *w = ridge_buffer(c, "weight"), *out = ridge_buffer(c, "source_of");
    const int64_t *index = ridge_data(c, "index");
    int64_t first = ridge_int(c, "first"), M = 0, count[SOURCES] = { 0 }, g = 0;
    if (!w || !out || !index || w->count > SOURCES)
        return -1;
    for (size_t i = 0; i < w->count; i++)
        M += ((const int32_t *)w->data)[i];
    /* whole rounds are passed at once where counting from 0 would take for ever */
    if (first > 10000000) {
        g = first / M * M;
        for (size_t i = 0; i < w->count; i++)
            count[i] = g / M * ((const int32_t *)w->data)[i];
    }
    for (; g < first + (int64_t)out->count; g++) {
        int i = next_source((int)w->count, w->data, M, g, count);
        int64_t k = g - first;
        if (k >= 0 && (((const int32_t *)out->data)[k] != i || index[k] != count[i]))
            return SAY(v, "document %lld: number %lld of source %d expected, got number %lld of source %d", (long
                    long)g,
                       (long long)count[i], i, (long long)index[k], ((const int32_t *)out->data)[k]);
        count[i]++;
    }
    v->pass = 1;
    return 0;
}

/* --- the loader ---------------------------------------------------------------------------------------- */

struct text {
    uint16_t *token;
    int64_t n, room;
    struct ending {
        int64_t at; /* of the EOS */
        int64_t begin;
        int source, shard, record;
    } *bad;
    int64_t nbad;
};

static int add_doc(struct text *t, const uint8_t *s, struct where w, int source)
{
    const uint8_t *e = s + 8 + 16 * w.record;
    int64_t n = take(e + 4);
    int wrong = crc(s + take(e), 2 * (size_t)n) != take(e + 8);
    int64_t begin = t->n;
    for (int64_t k = 0; k < n && t->n < t->room; k++) {
        uint16_t x;
        memcpy(&x, s + take(e) + 2 * k, 2);
        t->token[t->n++] = wrong ? PAD : x;
    }
    if (wrong)
        t->bad[t->nbad++] = (struct ending){ begin + n, begin, source, w.shard, w.record };
    if (t->n < t->room)
        t->token[t->n++] = EOS;
    return 0;
}

/* The first `room` tokens of the mixture. */
static int make_text(const struct ridge_case *c, struct text *t)
{
    const uint8_t *blob = ridge_data(c, "blob");
    const int32_t *size = ridge_data(c, "sizes"), *weight = ridge_data(c, "weights");
    int64_t cap = ridge_int(c, "cap"), count[SOURCES] = { 0 }, n[SOURCES] = { 0 }, M = 0, epoch[SOURCES];
    int sources = (int)ridge_int(c, "sources"), shards = (int)ridge_int(c, "shards");
    int32_t records[SHARDS];
    struct where *list[SOURCES] = { 0 };
    for (int k = 0; k < sources * shards; k++)
        opens(blob + k * cap, size[k], &records[k]);
    for (int i = 0; i < sources; i++)
        M += weight[i], epoch[i] = -1;
    for (int64_t g = 0; t->n < t->room; g++) {
        int i = next_source(sources, weight, M, g, count);
        if (epoch[i] < 0 || count[i] >= (epoch[i] + 1) * n[i]) {
            free(list[i]);
            list[i] = epoch_list(records + i * shards, shards, ridge_int(c, "window"),
                                 (uint64_t)ridge_int(c, "seed") + (uint64_t)i, (uint64_t)++epoch[i], &n[i]);
            if (!list[i] || !n[i])
                return -1;
        }
        struct where w = list[i][count[i] % n[i]];
        add_doc(t, blob + (i * shards + w.shard) * cap, w, i);
        count[i]++;
    }
    for (int i = 0; i < sources; i++)
        free(list[i]);
    return 0;
}

/* Under FATAL: the first bad record of which one of the tokens from..to-1 is, or its EOS; NULL: none. */
static const struct ending *fatal(const struct text *t, int64_t from, int64_t to)
{
    for (int64_t k = 0; k < t->nbad; k++)
        if (t->bad[k].at >= from && t->bad[k].begin < to)
            return &t->bad[k];
    return NULL;
}

static int judge_rows(const struct text *t, const uint16_t *got, int64_t from, int64_t to, int64_t batch, int64_t seq,
                      struct ridge_verdict *v)
{
    int64_t step = from / (batch * seq);
    for (int64_t k = from; k < to; k++)
        if (got[k] != t->token[k])
            return SAY(v, "step %lld, row %lld, token %lld: %d expected, got %d", (long long)step,
                       (long long)(k / seq % batch), (long long)(k % seq), t->token[k], got[k]), 1;
    return 0;
}

/* Each rank of a step under FATAL by itself: who has of a bad record fails, and nobody else. */
static int judge_fatal(const struct ridge_case *c, const struct text *t, int64_t step, struct ridge_verdict *v)
{
    int64_t batch = ridge_int(c, "batch"), seq = ridge_int(c, "seq"), world = ridge_int(c, "world"), bad = 0;
    const uint16_t *rows = ridge_data(c, "rows");
    world = step >= ridge_int(c, "cut") ? ridge_int(c, "world2") : world;
    for (int64_t r = 0; !bad && r < world; r++) {
        int64_t n = batch / world * seq, from = step * batch * seq + r * n;
        const struct ending *e = fatal(t, from, from + n);
        const uint16_t *got = rows + from;
        if (!e)
            bad = judge_rows(t, rows, from, from + n, batch, seq, v);
        else if (got[0] != FAILED)
            bad = !SAY(v, "step %lld: rank %lld has of a bad record under FATAL: LOADER_CORRUPT expected, twice",
                       (long long)step, (long long)r);
        else if (got[1] != e->source || got[2] != e->shard || got[3] != e->record)
            bad = !SAY(v, "step %lld, rank %lld: source %d, shard %d, record %d is bad, the name was %d, %d, %d",
                       (long long)step, (long long)r, e->source, e->shard, e->record, got[1], got[2], got[3]);
    }
    return (int)bad;
}

static int judge_step(const struct ridge_case *c, const struct text *t, int64_t step, struct ridge_verdict *v)
{
    const int32_t *counts = ridge_data(c, "bad_count"), *name = (const int32_t *)ridge_data(c, "names") + 3 * step;
    int64_t batch = ridge_int(c, "batch"), seq = ridge_int(c, "seq"), each = batch * seq, ended = 0;
    const struct ending *first = NULL;
    if (ridge_int(c, "policy") == 1) {
        const struct ending *e = fatal(t, step * each, (step + 1) * each);
        if (e && counts[step] != -2)
            return SAY(v, "step %lld has tokens of a bad record under FATAL: LOADER_CORRUPT expected, twice, got %d",
                       (long long)step, counts[step]), 1;
        if (e)
            return judge_fatal(c, t, step, v);
    }
    for (int64_t k = 0; k < t->nbad; k++)
        if (t->bad[k].at / each == step) {
            first = first ? first : &t->bad[k];
            ended++;
        }
    if (counts[step] != ended)
        return SAY(v, "step %lld: %lld bad records end in it, got %d", (long long)step, (long long)ended,
                counts[step]), 1;
    if (first && (name[0] != first->source || name[1] != first->shard || name[2] != first->record))
        return SAY(v, "step %lld: the first bad record is source %d, shard %d, record %d; the name was %d, %d, %d",
                   (long long)step, first->source, first->shard, first->record, name[0], name[1], name[2]), 1;
    if (!first && (name[0] != -1 || name[1] != -1 || name[2] != -1))
        return SAY(v, "step %lld: no bad record ends in it, the name was %d, %d, %d", (long long)step, name[0], name[1],
                   name[2]), 1;
    return judge_rows(t, ridge_data(c, "rows"), step * each, (step + 1) * each, batch, seq, v);
}

static int judge_states(const struct ridge_case *c, const int32_t *flags, int64_t steps, struct ridge_verdict *v)
{
    static const char *const other[] = { "seed", "window", "weight", "seq", "batch", "number of records",
        "number of records in two shards, the same in all,", "number of shards", "number of sources" };
    if (ridge_int(c, "cut") >= steps)
        return 0;
    if (flags[0])
        return SAY(v, "%d ranks saved a state with other bytes than rank 0", flags[0]), 1;
    if (flags[1] < 0)
        return SAY(v, "a state that was refused has changed the loader"), 1;
    if (flags[1] != STATE_BYTES)
        return SAY(v, "of %d states with one bit changed %d were refused", STATE_BYTES, flags[1]), 1;
    if (flags[2])
        return SAY(v, "a state of another %s was not refused", other[(flags[2] - 1) % 9]), 1;
    if (flags[3])
        return SAY(v, "%d ranks of the new world refused a good state", flags[3]), 1;
    return 0;
}

int stream_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *counts = ridge_buffer(c, "bad_count");
    const int32_t *flags = ridge_data(c, "flags");
    struct text t = { .room = ridge_int(c, "steps") * ridge_int(c, "batch") * ridge_int(c, "seq") };
    if (!counts || !flags || !ridge_data(c, "rows") || !ridge_data(c, "names"))
        return -1;
    if (ridge_int(c, "empty") > 0) {
        if (flags[4] != -1)
            return SAY(v, "a source with a weight has no record: LOADER_EMPTY expected, got %d", flags[4]);
        v->pass = 1;
        return 0;
    }
    if (flags[4])
        return SAY(v, "loader_new() failed with %d", flags[4]);
    t.token = calloc((size_t)t.room + 1, 2);
    t.bad = calloc((size_t)t.room + 1, sizeof *t.bad);
    int rc = t.token && t.bad ? make_text(c, &t) : -1, over = 0;
    for (size_t k = 0; !rc && !over && k < counts->count; k++) {
        if ((int64_t)k == ridge_int(c, "cut") && judge_states(c, flags, (int64_t)counts->count, v))
            break;
        over = judge_step(c, &t, (int64_t)k, v);
        if (!over && k + 1 == counts->count)
            v->pass = 1;
    }
    free(t.token);
    free(t.bad);
    return rc;
}

/* --- workers ------------------------------------------------------------------------------------------- */

/* Milliseconds of each job: around `ms`, every `slow`-th ten times as long. */
int ms_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double ms = ridge_num(c, "ms");
    int64_t slow = ridge_int(c, "slow");
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((double *)b->data)[k] = ms * (.5 + ridge_uniform(&seed)) * (slow && (int64_t)k % slow == slow - 1 ? 10 : 1);
    return 0;
}

/* How many workers die or hang, the first ones; with which job of theirs. */
int fate_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int dies = buffer[0] == 'd';
    int64_t dead = ridge_int(c, "dead"), hung = ridge_int(c, "hung");
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        int64_t at = (int64_t)k;
        int mine = dies ? at < dead : at >= dead && at < dead + hung;
        ((int32_t *)b->data)[k] = mine ? (int32_t)(ridge_next(&seed) % 4) : -1;
    }
    return 0;
}

int feed_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const said[] = { "", "a job was submitted to a worker that is dead or has one",
        "a job was submitted that is not below taken + ahead", "a job was delivered that no worker has finished",
        "jobs were delivered out of order", "a worker or a job that does not exist", "no end of waiting",
        "a younger job was submitted while an older one had lost its worker" };
    const struct ridge_buffer *order = ridge_buffer(c, "order");
    const int32_t *result = ridge_data(c, "result");
    const double *times = ridge_data(c, "times");
    if (!order || !result || !times)
        return -1;
    int64_t from = ridge_int(c, "from"), workers = ridge_int(c, "workers");
    int lost = ridge_int(c, "dead") + ridge_int(c, "hung") + ridge_int(c, "stubborn") >= workers;
    ridge_count(v, "stall_permille", times[1] > 0 ? 1000 * times[0] / times[1] : 0);
    ridge_count(v, "submits", result[2]);
    if (result[1])
        return SAY(v, "%s", said[result[1] < 8 && result[1] > 0 ? result[1] : 5]);
    if (result[0] != (lost ? -1 : 0))
        return SAY(v, lost ? "no worker is left: -1 expected, got %d" : "0 expected, got %d", result[0]);
    for (size_t k = 0; k < order->count && !lost; k++)
        if (((const int64_t *)order->data)[k] != from + (int64_t)k)
            return SAY(v, "job %lld was not delivered", (long long)(from + (int64_t)k));
    if (times[0] > ridge_num(c, "stall_most") * times[1])
        return SAY(v, "the consumer waited %.0f of %.0f ms; %.1f %% is enough for whoever keeps all workers busy",
                   times[0], times[1], 100 * ridge_num(c, "stall_most"));
    v->pass = 1;
    return 0;
}

/* --- near-duplicates ----------------------------------------------------------------------------------- */

/* Every second document is the one before with some tokens replaced; lengths differ, some are 0. */
int docs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t len = ridge_int(c, "len"), docs = ridge_int(c, "docs");
    if (!b)
        return -1;
    if (b->dtype == RIDGE_I32) {
        for (int64_t k = 0; k < docs; k++)
            ((int32_t *)b->data)[k] = k % 7 == 6 ? (int32_t)(k % 3) : (int32_t)(len - k % 2);
        return 0;
    }
    uint16_t *t = b->data;
    for (int64_t k = 0; k < docs * len; k++)
        t[k] = k / len % 2 && ridge_uniform(&seed) < .95 ? t[k - len] : (uint16_t)(ridge_next(&seed) % 5000);
    return 0;
}

int minhash_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const uint16_t *tokens = ridge_data(c, "docs_tokens");
    const int32_t *lengths = ridge_data(c, "lengths");
    const uint32_t *got = ridge_data(c, "signature");
    int64_t docs = ridge_int(c, "docs"), len = ridge_int(c, "len"), w = ridge_int(c, "w"), K = ridge_int(c, "K");
    uint64_t seed = (uint64_t)ridge_int(c, "seed");
    if (!tokens || !lengths || !got)
        return -1;
    for (int64_t d = 0; d < docs; d++)
        for (int64_t i = 0; i < K; i++) {
            uint64_t least = UINT32_MAX;
            for (int64_t at = 0; at <= lengths[d] - w; at++) {
                uint64_t h = (uint64_t)w;
                for (int64_t j = at; j < at + w; j++)
                    h = mix(h ^ tokens[d * len + j]);
                uint64_t x = mix(h ^ mix(seed + (uint64_t)i)) >> 32;
                least = x < least ? x : least;
            }
            if (got[d * K + i] != least)
                return SAY(v, "document %lld (%d tokens), value %lld: %llu expected, got %u", (long long)d, lengths[d],
                           (long long)i, (unsigned long long)least, got[d * K + i]);
        }
    v->pass = 1;
    return 0;
}

/* Few different values, so that bands agree; some documents have none, and some values are as large as in those. */
int sig_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t K = (uint64_t)ridge_int(c, "K"), values = (uint64_t)ridge_int(c, "values");
    if (!b || !K || !values)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        uint64_t draw = ridge_next(&seed);
        int most = k / K % 6 == 4 || (k / K % 6 > 4 && draw >> 40 & 1);
        ((uint32_t *)b->data)[k] = most ? UINT32_MAX : (uint32_t)(draw % values);
    }
    return 0;
}

/* Whether they share a band; a document without any run, all of whose values are UINT32_MAX, shares none. */
static int agree(const uint32_t *a, const uint32_t *b, int64_t K, int64_t bands)
{
    int64_t none_a = 0, none_b = 0;
    for (int64_t i = 0; i < K; i++)
        none_a += a[i] == UINT32_MAX, none_b += b[i] == UINT32_MAX;
    for (int64_t k = 0; none_a < K && none_b < K && k < bands; k++)
        if (!memcmp(a + k * (K / bands), b + k * (K / bands), (size_t)(K / bands) * 4))
            return 1;
    return 0;
}

int lsh_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const uint32_t *sig = ridge_data(c, "sig");
    const int32_t *got = ridge_data(c, "pairs");
    const int64_t *count = ridge_data(c, "pair_count");
    int64_t docs = ridge_int(c, "docs"), K = ridge_int(c, "K"), bands = ridge_int(c, "bands"), room = ridge_int(c,
            "room");
    int64_t n = 0;
    if (!sig || !got || !count)
        return -1;
    for (int64_t i = 0; i < docs; i++)
        for (int64_t j = i + 1; j < docs; j++)
            if (agree(sig + i * K, sig + j * K, K, bands)) {
                if (n < room && (got[2 * n] != i || got[2 * n + 1] != j))
                    return SAY(v, "pair %lld: documents %lld and %lld expected, got %d and %d", (long long)n, (long
                            long)i,
                               (long long)j, got[2 * n], got[2 * n + 1]);
                n++;
            }
    for (int64_t k = n; k < room; k++)
        if (got[2 * k] != -1 || got[2 * k + 1] != -1)
            return SAY(v, "there are %lld pairs, and place %lld was written", (long long)n, (long long)k);
    if (*count != n)
        return SAY(v, "there are %lld pairs, got %lld", (long long)n, (long long)*count);
    v->pass = 1;
    return 0;
}
