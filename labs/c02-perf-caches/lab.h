/*
 * lab.h: the interface of c02-perf-caches. Skeleton, reference and harness all include this one file.
 *
 * Sizes are bytes unless a name says otherwise. A line is what a cache moves at once. All sizes of
 * caches are products of powers of two, but for the number of ways, which may be any from 1.
 */
#ifndef C02_PERF_CACHES_H
#define C02_PERF_CACHES_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* --- part A: the two models --------------------------------------------------------------------- */

enum { CACHE_MOST = 1024, HISTORY_MOST = 12 };

/* One cache, empty at the start of every call: `sets` sets of `ways` lines of `line` bytes. Address a
 * lies in line a/line, and that line in set (a/line) mod sets. A full set gives up the line that was
 * used longest ago. miss[k] = 1 if access k missed, else 0. Returns the number of misses.
 * sets and line: powers of two. sets*ways <= CACHE_MOST. */
int64_t cache_run(int line, int sets, int ways, int64_t n, const uint64_t *address, uint8_t *miss);

/* One branch and its predictor: a table of 2^history counters from 0 to 3, all 1 at the start of every
 * call. The last `history` outcomes are the index, the newest in bit 0, all 0 at the start. A counter
 * of 2 or 3 predicts taken. Then it goes one up (taken) or down (not), and stays within 0..3.
 * taken[k] is 0 or 1; miss[k] = 1 if outcome k was mispredicted. Returns the number of those. */
int64_t branch_run(int history, int64_t n, const uint8_t *taken, uint8_t *miss);

/* --- part B: measuring a machine that you cannot look into -------------------------------------- */

enum { NODE = 16 }; /* a node of a chain: uint32_t to a line of 64 bytes */

/* next[k*NODE] = NODE times the node after k, for k < nodes, so that following it from 0 visits every
 * node once and returns to 0: one ring. The order is a random one, drawn from `seed`: a stream
 * prefetcher must not guess it. The same seed gives the same ring, another seed another one. The other
 * 15 elements of a node are not touched. nodes >= 1. */
void chain_build(int nodes, uint64_t seed, uint32_t *next);

/* Follow a chain for `steps` steps from element 0 and return where you are: an element of next[].
 * One load for each step, and each needs the one before. */
uint32_t chain_walk(int64_t steps, const uint32_t *next);

/* A machine with two caches and a stream prefetcher. mach_load reads one byte at `address` (any) and
 * returns how many cycles that took; the next load begins when this one has ended. A machine allows
 * MACH_LOADS loads, after which it returns 0 for all. */
enum { MACH_LOADS = 4000000 };
typedef struct machine machine_t;
int mach_load(machine_t *m, uint64_t address);

struct found {
    int32_t line;     /* 16..256, exact */
    int32_t l1_ways;  /* 1..16, exact */
    int32_t l1_bytes; /* 2 KiB..64 KiB: more than half and less than twice the true size */
    int32_t l2_bytes; /* 8 to 128 times L1, at most 1 MiB: the same */
    int32_t cycles[3]; /* of a load from L1, L2, memory: within 10 % */
};

void probe(machine_t *m, struct found *out);

/* --- part C: four programs that wait for memory, or for a branch ------------------------------- */

/* out[j] = sum over i of A[i*N + j]. A is M x N, row-major; M, N >= 0. Sums do not wrap: 64 bits. */
void sum_cols(int M, int N, const int32_t *A, int64_t *out);

enum { WAITING = 0, RUNNING = 1, DONE = 2 };

/* One request of a server: a line of 64 bytes. */
struct request {
    uint64_t id, user, arrival_us, seed;
    uint32_t prompt, done, limit; /* tokens: given; made so far; at most to be made */
    uint32_t state;               /* WAITING, RUNNING or DONE */
    uint32_t adapter, priority;
    float temperature, top_p;
};

/* Lay n requests out in `store`, 64-byte aligned, n*64 + STORE_EXTRA bytes, in any way you like. */
enum { STORE_EXTRA = 4096 };
void table_pack(int n, const struct request *r, void *store);

/* One step of the server: every RUNNING request makes a token (done + 1); one that has then reached
 * its limit becomes DONE. Returns the sum of prompt + done over those still RUNNING.
 * done < limit for all that run. */
int64_t table_step(int n, void *store);

/* Request i as it is now, all fields. */
void table_get(int n, const void *store, int i, struct request *out);

/* Copy the elements x[i] >= t to out, in their order; returns how many. NaN is not >= anything. out
 * has room for n; what stands after the last kept one does not matter. It makes the same number of
 * stores whatever the data: no branch depends on x. */
int filter_ge(int n, const float *x, float t, float *out);

enum { THREADS_MOST = 8, AREA = 2048 };

/* The counter of thread k < THREADS_MOST: 8 bytes in area[0..AREA), 8-byte aligned. No two of them in
 * one 64-byte line of memory. area is 8-byte aligned and no more: look at the address. */
int64_t *slot_of(void *area, int k);

/* How many x[i] >= t, by `threads` threads: you and threads - 1 that you start and join. Thread k
 * looks at no more than ceil(n / threads) of them and leaves its own count in *slot_of(area, k), also if
 * it is 0. If a thread cannot be had, do its part
 * yourself. 1 <= threads <= THREADS_MOST. */
int64_t count_ge(int threads, int n, const float *x, float t, void *area);

#endif
