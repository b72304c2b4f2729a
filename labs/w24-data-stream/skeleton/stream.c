/* stream.c: yours. lab.h says what each function has to do. */
#include "lab.h"

struct loader {
    struct config c; /* and where it stands */
};

uint32_t crc32_of(const void *data, size_t bytes)
{
    (void)data, (void)bytes;
    return 0; /* bit by bit first; a table of 256 is eight times as fast */
}

int shard_open(const void *data, int64_t bytes, struct shard *ret)
{
    *ret = (struct shard){ data, bytes, 0 };
    return SHARD_SHORT; /* a file that anybody may have cut or changed */
}

int64_t permute(uint64_t key, int64_t n, int64_t i)
{
    (void)key, (void)n;
    return i; /* four rounds, again and again until it is below n */
}

void stream_at(const struct stream *s, int64_t epoch, int64_t p, int32_t *shard, int32_t *record)
{
    (void)s, (void)epoch, (void)p;
    *shard = *record = 0; /* shards in an order, records in windows of one */
}

void mix_at(int n, const int32_t *weight, int64_t g, int32_t *source, int64_t *index)
{
    (void)n, (void)weight;
    *source = 0, *index = g; /* who is furthest behind */
}

loader_t *loader_new(const struct config *c, int *ret_error)
{
    loader_t *l = calloc(1, sizeof *l);
    *ret_error = 0;
    if (l)
        l->c = *c;
    return l;
}

void loader_free(loader_t *l)
{
    free(l);
}

int loader_next(loader_t *l, uint16_t *rows, struct bad *bad)
{
    (void)l, (void)rows;
    *bad = (struct bad){ -1, -1, -1 };
    return 0; /* pass the rows before yours, fill yours, pass those behind */
}

void loader_save(const loader_t *l, uint8_t state[STATE_BYTES])
{
    (void)l;
    memset(state, 0, STATE_BYTES);
}

int loader_restore(loader_t *l, const uint8_t state[STATE_BYTES])
{
    (void)l, (void)state;
    return LOADER_STATE;
}

int feed(pool_t *p, int64_t from, int64_t to, int64_t ahead)
{
    (void)p, (void)from, (void)to, (void)ahead;
    return -1; /* give work, wait, hear, deliver */
}

void minhash_sig(int64_t n, const uint16_t *token, int w, int K, uint64_t seed, uint32_t *sig)
{
    (void)n, (void)token, (void)w, (void)seed;
    for (int i = 0; i < K; i++)
        sig[i] = UINT32_MAX; /* the least of each hash over all runs of w */
}

int64_t lsh_pairs(int docs, int K, int bands, const uint32_t *sig, int64_t room, int32_t (*pair)[2])
{
    (void)docs, (void)K, (void)bands, (void)sig, (void)room, (void)pair;
    return 0; /* who shares a band with whom */
}
