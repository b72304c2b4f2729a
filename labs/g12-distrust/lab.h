/*
 * lab.h: the interface of g12-distrust. Ten exhibits, each a function as an assistant writes it: it compiles, it is
 * right on the sizes that were tried, and it is faulty. exhibits.h has them; each has a twin that is right.
 *
 * You write, in review.c, for each exhibit
 *
 *     a test       TEST_FAULTY or TEST_RIGHT, for a version that you have not seen. What is right is said here, and
 *                  nothing else is: a version may take another way, round differently, choose other page numbers.
 *     a finding    where the fault of the exhibit is, which rule it breaks, and a number that shows it
 *     a patch      the exhibit, mended
 *
 * A test is given versions in a drawn order, each twice, and all behind the same pointer. It may keep nothing between
 * calls. What is left open here is drawn for each question (veil.h): the last digits within the bounds, page numbers,
 * what u and v are used for, phases and WAITs that do nothing. A call that is not allowed here gives anything.
 */
#ifndef G12_DISTRUST_H
#define G12_DISTRUST_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum exhibit { SOFTMAX, MATMUL, VERIFY, OFFSET, MOMENTS, PAGES, BLOCK_SUM, COLUMNS, ALL_REDUCE, ALL_GATHER, EXHIBITS };
enum { TEST_RIGHT, TEST_FAULTY };

/* --- six functions of a host ----------------------------------------------------------------------------- */

/* y = softmax of x, n >= 1. x is finite, of any size and sign. Each y[i] is within 1e-4 of its value, relatively, or
 * within 1e-30. x and y do not overlap. */
typedef void softmax_fn(int n, const float *x, float *y);

/* C [M][N] = A [M][K] · B [K][N]; rows lie lda >= K, ldb >= N, ldc >= N apart. M, N, K >= 0. Each element is within
 * 1e-5 · (sum over k of |A[i][k]·B[k][j]|). What lies between the rows of C is left alone; what lies between those of
 * A and B is not used, and may be NaN. */
typedef void matmul_fn(int M, int N, int K, const float *A, int lda, const float *B, int ldb, float *C, int ldc);

/* Speculative decoding: the draft model has drawn the token `drafted` from q; what is returned has to be distributed
 * as p, over all of drafted, u and v. p and q are rows of V >= 1 probabilities, q[drafted] > 0; u and v are
 * independent and uniform in [0, 1). Nothing is promised but the distribution. */
typedef int verify_fn(int V, const float *p, const float *q, int drafted, double u, double v);

/* Elements before (layer, token, head, dim) in a cache [layers][tokens][heads][dims]. Every size is from 1 to 2^31 - 1,
 * their product below 2^62; every index is below its size. */
struct kv_shape {
    int32_t layers, tokens, heads, dims;
};
typedef int64_t offset_fn(const struct kv_shape *s, int32_t layer, int32_t token, int32_t head, int32_t dim);

/* Mean and variance (the mean square of the distances to the mean) of n >= 1 finite numbers. With s the standard
 * deviation: where |mean| <= 1000·s, n <= 2^20 and |x| <= 1e6, the mean is within 1e-3·s and the variance within
 * 1e-3·s², where s is 0 the variance is at most 1e-9·mean². */
typedef void moments_fn(int n, const float *x, float *mean, float *var);

/*
 * A pool of pages that sequences share until one of them writes. Each page has owners; one without is free.
 *
 *     reset   pages 0 .. pages - 1 are free; 1 <= pages <= POOL_MOST
 *     take    a free page, which has one owner now; -1: there is none
 *     share   one more owner of a page that has some
 *     drop    one owner less
 *     write   an owner is about to write into `page`. Where it is the only one: page. Else a free page, whose one owner
 *             it is now, and page has one owner less; -1: there is none free, and nothing has changed.
 */
enum { POOL_MOST = 64 };
struct pool {
    int pages;
    int owners[POOL_MOST], flag[POOL_MOST], list[POOL_MOST], n; /* a version may use them as it likes */
};
struct pool_ops {
    void (*reset)(struct pool *p, int pages);
    int (*take)(struct pool *p);
    void (*share)(struct pool *p, int page);
    void (*drop)(struct pool *p, int page);
    int (*write)(struct pool *p, int page);
};

/* --- two kernels ------------------------------------------------------------------------------------------ */

/*
 * A bench for kernels, small enough to be read (bench.h). A kernel is a number of phases with a barrier between them;
 * in a phase each thread of a block runs to its end, in an order that the test chooses: a GPU promises none. A block
 * sees SHARED_MOST floats of shared memory, which hold NaN at first.
 */
enum { SHARED_MOST = 1024, THREADS_MOST = 256 };
enum order { ASCENDING, DESCENDING, SHUFFLED };

struct lane;
float gload(struct lane *t, const float *a, int64_t i);       /* a[i], global */
void gstore(struct lane *t, float *a, int64_t i, float v);
float sload(struct lane *t, int i);                           /* shared */
void sstore(struct lane *t, int i, float v);

struct problem {
    int64_t n;      /* BLOCK_SUM: elements. COLUMNS: rows */
    int64_t width;  /* COLUMNS: columns */
    const float *x;
    float *out;
};
struct where {
    int block, blocks, thread, threads; /* blockIdx.x, gridDim.x, threadIdx.x, blockDim.x */
};
struct kernel {
    int (*phases)(int threads, const struct problem *p);
    void (*run)(struct lane *t, struct where at, int phase, const struct problem *p);
};

struct counts {
    int64_t load_requests, load_sectors, store_requests, store_sectors; /* global; a warp's accesses, 32-byte sectors */
    int64_t races;   /* words of shared memory that two threads used in one phase, one of them writing */
    int64_t outside; /* accesses outside of x, out or shared memory; such a load gives NaN, such a store does nothing */
};

/* Runs `k` on `blocks` blocks of `threads` threads, a multiple of 32 up to THREADS_MOST. x_n and out_n: floats of x and
 * out; both count as beginning at a multiple of 32 bytes. Other numbers of threads run nothing, and leave 1 in
 * `outside`. */
void launch(const struct kernel *k, int blocks, int threads, enum order o, const struct problem *p, int64_t x_n,
            int64_t out_n, struct counts *ret);

/* BLOCK_SUM: out[block] = the sum of x[block·4·threads] .. x[block·4·threads + 4·threads - 1], of those below n.
 * Any n >= 0, blocks = max(1, ceil(n/(4·threads))), threads any multiple of 32. Within 1e-5 · (sum of
 * |x|). It has no race, and loads each element once, in at most 4.5 sectors a request where n is a multiple of
 * 4·threads. */

/* COLUMNS: out[c] = the sum over r of x[r][c]; n rows, `width` columns, both >= 1; blocks = ceil(width/threads).
 * Within 1e-5 · (sum of |x|). No race. Where width is a multiple of 32, no more sectors are moved than 1.05 times
 * those of the data, 4·(n + 1)·width/32, in at most 4 a request. */

/* --- two collectives -------------------------------------------------------------------------------------- */

/*
 * A collective as a list of operations for each rank, as a compiler of schedules writes it. Every rank has its own
 * floats; `at` and `n` say which of them. Two ranks' messages arrive in the order in which they were sent.
 *
 *     SEND   n floats to peer. Up to `eager` floats it returns at once, and they are on their way; a larger one waits
 *            until the peer receives.
 *     ISEND  returns at once; the floats are read some time before WAIT ends, and must not change till then
 *     RECV   n floats from peer, into place;  ADD  the same, added to what is there
 *     WAIT   until all of the rank's own ISENDs are done
 */
enum op_kind { SEND, ISEND, RECV, ADD, WAIT };
struct op {
    enum op_kind kind;
    int peer;
    int64_t at, n;
};
enum { OPS_MOST = 256, RANKS_MOST = 16 };
typedef int schedule_fn(int rank, int P, int64_t n, struct op *ops); /* how many */

enum outcome {
    RAN,      /* all ranks came to their ends, and nothing was left on its way */
    HANGS,    /* some wait for ever, or a message was never received */
    REFUSED   /* no such peer, no such floats, another size than was sent, P below 1 or too large */
};

/* Runs the schedule of P <= RANKS_MOST ranks; buf[r] are rank r's floats, `floats` of each. seed: the order in which
 * ranks go on, and in which ISENDs are read. */
enum outcome world_run(schedule_fn *f, int P, int64_t n, int64_t eager, uint64_t seed, int64_t floats, float **buf);

/* ALL_REDUCE: n floats a rank; afterwards each rank has the sums over ranks, within 1e-5 · (sum of |x|). Any P >= 1,
 * n >= 0, any eager, any order.
 * ALL_GATHER: P·n floats a rank; rank r's part is at r·n, and afterwards everybody has all parts. Likewise. */

/* --- yours: review.c -------------------------------------------------------------------------------------- */

int test_softmax(softmax_fn *f);
int test_matmul(matmul_fn *f);
int test_verify(verify_fn *f);
int test_offset(offset_fn *f);
int test_moments(moments_fn *f);
int test_pages(const struct pool_ops *f);
int test_block_sum(const struct kernel *k);
int test_columns(const struct kernel *k);
int test_all_reduce(schedule_fn *f);
int test_all_gather(schedule_fn *f);

/* The rules (prelude, "Working with an assistant"): 1 no kernel without a profile, a race check and sizes that fit
 * nothing; 2 no collective without its race test: ranks, orders, message sizes; 3 read the paper. Rule 3 is that of
 * SOFTMAX (FlashAttention), VERIFY (speculative decoding) and PAGES (paged attention); OFFSET, MOMENTS and MATMUL are
 * index arithmetic and numbers inside kernels. */
struct finding {
    int line; /* the number that stands in a comment of exhibits.h at the line to be changed */
    int rule;
    int64_t evidence;
};

/*
 * Evidence is a number that only a run shows:
 *
 *     SOFTMAX     the least n for which some row of small whole numbers comes out wrong
 *     MATMUL      the least N that is wrong for M = 20, K = 1
 *     VERIFY      how often of 100 it returns token 0, for p = (1/5, 4/5) and q = (4/5, 1/5)
 *     OFFSET      the least token that is wrong, for layer 0, head 0, dim 0, 8 heads of 128 dims
 *     MOMENTS     the least power of two c for which the variance of (c - 1, c + 1) is not 1
 *     PAGES       the least number of owners of one page after which two of them write into the same one
 *     BLOCK_SUM   races, for one block of 64 threads and n = 256
 *     COLUMNS     load sectors a request, for n = width = threads = 256
 *     ALL_REDUCE  the least P with a wrong sum
 *     ALL_GATHER  the least n with which two ranks hang, if eager is 1024
 */
void locate(enum exhibit e, struct finding *ret);

softmax_fn fixed_softmax;
matmul_fn fixed_matmul;
verify_fn fixed_verify;
offset_fn fixed_offset;
moments_fn fixed_moments;
extern const struct pool_ops fixed_pages;
schedule_fn fixed_all_reduce, fixed_all_gather; /* run over comm_send and comm_recv, by processes */

/* Real CUDA, as text: it runs on the emulator. block_sum: as BLOCK_SUM, launched with 4·blockDim.x elements a block,
 * blockDim.x any multiple of 32 up to 256. columns: as COLUMNS; a block of 64 threads has 64 columns. Signatures:
 *     extern "C" __global__ void block_sum(float *out, const float *x, long long n)
 *     extern "C" __global__ void columns(float *out, const float *x, long long n, long long width)
 * CUDA(...) turns code into a text; no preprocessor lines stand inside. */
extern const char fixed_block_sum[], fixed_columns[];
#define CUDA(...) #__VA_ARGS__

#ifdef __cplusplus
}
#endif
#endif
