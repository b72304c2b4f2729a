/*
 * lab.h: the interface of w24-data-stream. Skeleton, references and harness all include this one file.
 *
 * Shards are files that lie in memory, as mmap() gives them; all numbers in them are little-endian, as the machine is.
 * Nothing here may depend on a clock, an address or the order in which ranks or workers run: the same configuration
 * gives the same bytes.
 */
#ifndef W24_DATA_STREAM_H
#define W24_DATA_STREAM_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The finaliser of SplitMix64: all random choices of this lab are made of it. */
static inline uint64_t mix64(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* --- part A: shards ------------------------------------------------------------------------------------ */

/* CRC-32 as zlib and PNG have it: polynomial 0xedb88320 (reflected), start and end inverted; of no bytes it is 0. */
uint32_t crc32_of(const void *data, size_t bytes);

/* A shard: "RSH1", the number of records n (u32), n index entries, and behind them the tokens (u16) of the records, in
 * any order and with gaps. A token is any u16, EOS and PAD included. */
struct entry {
    uint32_t offset; /* of the record's first token from the start of the shard, even */
    uint32_t tokens;
    uint32_t crc; /* of its 2*tokens bytes */
    uint32_t zero; /* nobody looks at it */
};

struct shard {
    const uint8_t *data;
    int64_t bytes;
    int32_t records;
};

enum { SHARD_OK = 0, SHARD_SHORT = -1, SHARD_MAGIC = -2, SHARD_INDEX = -3 };

/* Looks at header and index, not at tokens. SHARD_SHORT: the file ends before 8 bytes, before its index does, or
 * before a record does; SHARD_MAGIC: it does not begin with "RSH1"; SHARD_INDEX: a record begins at an odd offset or
 * before the end of the index. Checked in this order: 8 bytes, magic, index, then entry by entry (place first, then
 * end). A shard that is refused gets 0 records. data is 8-byte aligned. Sizes in the file may be anything: trust
 * none. */
int shard_open(const void *data, int64_t bytes, struct shard *ret);

/* --- part B: the order --------------------------------------------------------------------------------- */

/* A permutation of 0..n-1 without a table, 1 <= n <= 2^40. With b the least number >= 1 for which 4^b >= n: l = i >> b
 * and r = i & (2^b - 1); for round k = 0, 1, 2, 3: (l, r) = (r, l ^ (mix64(key + k + 1 + (r << 8)) & (2^b - 1))). The
 * result is l << b | r; if that is n or more, it goes through the same rounds again, until it is below n. */
int64_t permute(uint64_t key, int64_t n, int64_t i);

struct stream {
    int32_t shards;
    const struct shard *shard;
    int64_t window; /* >= 1: records that are shuffled among themselves */
    uint64_t seed;
};

/* Which record is at position p of an epoch, 0 <= p < all records. key = mix64(seed + mix64(epoch)). The shard at
 * place j is number permute(key, shards, j); their records, one shard after the other, are a list, which is cut into
 * windows of `window` (the last one may be shorter, of m). Position p of window v is place
 * v*window + permute(mix64(key + v + 1), m, p - v*window) of the list. Shards without records take part, too. */
void stream_at(const struct stream *s, int64_t epoch, int64_t p, int32_t *shard, int32_t *record);

enum { SOURCES_MOST = 16 };

/* Sources with weights (>= 0, M their sum, M >= 1): document g of the mixture comes from the source i with the largest
 * weight[i]*(g+1) - M*count[i], the first one of equals, count[i] being the documents that it has given before. After
 * M documents all counts equal the weights, and all begins again. index = count[source] before document g. g may be
 * large; a call may take time M*n, not g. */
void mix_at(int n, const int32_t *weight, int64_t g, int32_t *source, int64_t *index);

/* --- part C: the loader -------------------------------------------------------------------------------- */

enum { EOS = 0, PAD = 65535, STATE_BYTES = 128 };
enum { SKIP = 0, FATAL = 1 };
enum { LOADER_EMPTY = -1, LOADER_CORRUPT = -2, LOADER_STATE = -3 };

struct config {
    int32_t sources;
    const struct stream *stream; /* [sources] */
    const int32_t *weight;       /* [sources] */
    int32_t seq, batch;          /* tokens of a row; rows of a step, of all ranks together */
    int32_t rank, world;         /* batch is a multiple of world */
    int32_t policy;              /* SKIP or FATAL: what a record with a wrong CRC is */
};

struct bad {
    int32_t source, shard, record; /* -1, -1, -1: none */
};

/*
 * The text is one endless row of tokens: document after document of the mixture (document number `index` of a source is
 * at position index mod n of its epoch index / n, with n records), each followed by EOS. It is cut into rows of `seq`,
 * these into steps of `batch`, and rank k of a step has the rows from k*batch/world on.
 *
 * A record whose CRC is wrong keeps its length, so that nobody else's rows move: under SKIP its tokens are PAD. Whose
 * CRC a rank needs is only that of the records of which it has a token (or the EOS): the others are known by their
 * lengths.
 */
typedef struct loader loader_t;

/* Begins with step 0. NULL if there is no memory, or a source with a weight above 0 has no record: *ret_error is
 * LOADER_EMPTY then, and 0 in all other cases. *c itself may be gone afterwards; what it points to lives as long as the
 * loader. */
loader_t *loader_new(const struct config *c, int *ret_error);
void loader_free(loader_t *l);

/* The next step's rows of this rank, batch/world * seq tokens. Returns how many bad records ended here (their EOS is in
 * these rows), and *bad is the first one of those. Under FATAL a bad record of which a token or the EOS is in these
 * rows gives LOADER_CORRUPT with its name, the first one's, in *bad; nothing was consumed, and the next call tries the
 * same step again. Ranks that have nothing of it are given their rows. */
int loader_next(loader_t *l, uint16_t *rows, struct bad *bad);

/* What a checkpoint holds of the loader: the same bytes on every rank, whatever the world. */
void loader_save(const loader_t *l, uint8_t state[STATE_BYTES]);

/* Goes on where `state` was saved, which may have been in another world or under another policy, in time that does not
 * grow with the step. LOADER_STATE, and nothing changes, if any byte of it was changed, or if it is of another
 * configuration: seeds, windows, weights, numbers of shards and records, seq, batch. */
int loader_restore(loader_t *l, const uint8_t state[STATE_BYTES]);

/* --- part D: workers ----------------------------------------------------------------------------------- */

/* Worker processes that make batches, and a consumer that takes them in their order, in virtual time. */
typedef struct pool pool_t;
enum { POOL_DONE, POOL_DIED, POOL_LATE, POOL_TAKEN, POOL_NONE };

struct pool_event {
    int kind, worker;
    int64_t job; /* what the worker had; -1: nothing */
};

int pool_workers(const pool_t *p); /* all idle at the start */

/* A job for an idle worker. To submit to one that is dead or has a job is a mistake that ends the run. */
void pool_submit(pool_t *p, int worker, int64_t job);

/* Waits for what happens next. DONE: the worker has finished, and is idle. DIED: it is gone for good, and its job with
 * it. LATE, once a submission: it has had its job for suspiciously long. Perhaps it is slow, perhaps it never comes
 * back; it stays busy. TAKEN: the consumer has taken a batch (worker and job -1). NONE: nothing will ever happen
 * again. */
struct pool_event pool_wait(pool_t *p);

/* Hands batch `job` over to the consumer: in order, each once, and only what a worker has finished. */
void pool_deliver(pool_t *p, int64_t job);

/* Delivers jobs from..to-1. A job may be submitted while it is below taken + ahead, with `taken` = from + the batches
 * that the consumer has taken: that is all the memory there is. A job whose worker died or is late goes to another one,
 * before younger jobs, and the oldest of those first; that one may be late or die, too. Whichever finishes first
 * counts. Keep all idle workers busy. Returns when all are delivered (0), or -1 when that cannot happen any more:
 * workers that are late may still come back. */
int feed(pool_t *p, int64_t from, int64_t to, int64_t ahead);

/* --- part E: near-duplicates --------------------------------------------------------------------------- */

/* sig[i] for i < K: the least of (uint32_t)(mix64(h ^ mix64(seed + i)) >> 32) over all n-w+1 runs of w tokens, with h
 * made by h = w, then h = mix64(h ^ token) for each token of the run. n < w: all UINT32_MAX. w >= 1. */
void minhash_sig(int64_t n, const uint16_t *token, int w, int K, uint64_t seed, uint32_t *sig);

/* Candidates: pairs i < j whose signatures agree in all K/bands values of at least one band, band k being the values
 * from k*K/bands on; bands divides K. Ordered by i, then j, each once. Documents whose signature is all UINT32_MAX are
 * in none. Stores the first `room` of them and returns how many there are. */
int64_t lsh_pairs(int docs, int K, int bands, const uint32_t *sig, int64_t room, int32_t (*pair)[2]);

#endif
