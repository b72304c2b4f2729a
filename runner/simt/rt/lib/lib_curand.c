/*
 * lib_curand.c: cuRAND's host API: XORWOW, MRG32k3a and Philox4x32-10, on device or host memory.
 *
 * The order of results is cuRAND's, found by comparison: T generators with consecutive subsequences take
 * turns, each with a unit of draws (one for integers and uniforms, a Box-Muller pair for normals, four for
 * Philox); T is 4096 for XORWOW and for the legacy order, 81920 for MRG32k3a, 65536 for Philox.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner/simt/include/curand.h"
#include "runner/simt/include/simt/lib_abi.h"
#include "lib.h"

#define MAGIC 0x646e6172u
#define TWO_32 2.3283064365386963e-10 /* 2^-32 */
#define TWO_53 1.1102230246251565e-16 /* 2^-53 */
#define PI 3.14159265358979323846
#define MRG_NORM (1.0 / 4294967087) /* a draw is 1 to this */

struct curandGenerator_st {
    uint32_t magic;
    int host;
    curandRngType_t type;
    curandOrdering_t order;
    unsigned long long seed, offset; /* offset: of the next result */
    cudaStream_t stream;
};

enum what { BITS, UNIFORM, UNIFORM_DOUBLE, NORMAL, NORMAL_DOUBLE, POISSON };
struct request {
    struct curandGenerator_st g;
    enum what what;
    int log;
    void *out;
    size_t n;
    double mean, deviation;
};

/* ---- one subsequence ----------------------------------------------------------------------------------- */

struct source {
    curandRngType_t type;
    uint32_t state[6];
    uint32_t counter[4], key[2], block[4];
    unsigned used; /* of block */
};

static unsigned generators(const struct curandGenerator_st *g)
{
    if (g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
        return 65536;
    return g->type == CURAND_RNG_PSEUDO_MRG32K3A && g->order != CURAND_ORDERING_PSEUDO_LEGACY ? 81920 : 4096;
}

static void source_open(struct source *s, const struct curandGenerator_st *g, uint64_t subsequence,
                        uint64_t skip)
{
    *s = (struct source){ .type = g->type };
    if (g->type == CURAND_RNG_PSEUDO_XORWOW) {
        simt_xorwow_init(g->seed, subsequence, skip, s->state);
    } else if (g->type == CURAND_RNG_PSEUDO_MRG32K3A) {
        simt_mrg_init(g->seed, subsequence, skip, s->state);
    } else {
        uint64_t at = skip / 4;
        s->key[0] = (uint32_t)g->seed, s->key[1] = (uint32_t)(g->seed >> 32);
        s->counter[0] = (uint32_t)at, s->counter[1] = (uint32_t)(at >> 32);
        s->counter[2] = (uint32_t)subsequence, s->counter[3] = (uint32_t)(subsequence >> 32);
        simt_philox(s->counter, s->key, s->block);
        s->used = skip % 4;
    }
}

static uint32_t draw(struct source *s)
{
    if (s->type == CURAND_RNG_PSEUDO_XORWOW) {
        uint32_t *v = s->state + 1, t = v[0] ^ v[0] >> 2;
        v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4];
        v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
        return v[4] + (s->state[0] += 362437u);
    }
    if (s->type == CURAND_RNG_PSEUDO_MRG32K3A)
        return simt_mrg_next(s->state);
    if (s->used == 4) {
        for (int i = 0; i < 4 && !++s->counter[i]; i++)
            continue;
        simt_philox(s->counter, s->key, s->block);
        s->used = 0;
    }
    return s->block[s->used++];
}

static double uniform(struct source *s, int fine)
{
    uint32_t x = draw(s);
    if (s->type == CURAND_RNG_PSEUDO_MRG32K3A)
        return x * MRG_NORM;
    if (!fine)
        return (float)x * (float)TWO_32 + (float)(TWO_32 / 2);
    uint64_t wide = x ^ (uint64_t)draw(s) << 21;
    return (double)wide * TWO_53 + TWO_53 / 2;
}

static void normal_pair(struct source *s, int fine, double r[2])
{
    double u = uniform(s, fine), v = uniform(s, fine);
    if (fine) {
        double length = sqrt(-2 * log(u));
        r[0] = length * sin(2 * PI * v), r[1] = length * cos(2 * PI * v);
    } else {
        float length = sqrtf(-2 * logf((float)u)), angle = (float)(2 * PI * v);
        r[0] = length * sinf(angle), r[1] = length * cosf(angle);
    }
}

static unsigned poisson(struct source *s, double lambda)
{
    double r[2];
    if (lambda > 4000) {
        normal_pair(s, 0, r);
        r[0] = r[0] * sqrt(lambda) + lambda + 0.5;
        return r[0] < 0 ? 0 : (unsigned)r[0];
    }
    /* Sums of smaller ones: e^-lambda must not vanish. */
    unsigned total = 0;
    for (double left = lambda; left > 0; left -= 64) {
        double limit = exp(-(left < 64 ? left : 64)), p = 1;
        unsigned k = 0;
        do
            p *= uniform(s, 0);
        while (p > limit && ++k);
        total += k;
    }
    return total;
}

/* ---- a request ----------------------------------------------------------------------------------------- */

/* Results that one turn of a generator gives, and the draws it takes for them. */
static void unit_of(const struct request *q, unsigned *results, unsigned *draws)
{
    int philox = q->g.type == CURAND_RNG_PSEUDO_PHILOX4_32_10, mrg = q->g.type == CURAND_RNG_PSEUDO_MRG32K3A;
    int wide = !mrg && (q->what == UNIFORM_DOUBLE || q->what == NORMAL_DOUBLE);
    *results = philox ? 4 : q->what == NORMAL || q->what == NORMAL_DOUBLE ? 2 : 1;
    *draws = *results * (wide ? 2 : 1);
}

static void put(const struct request *q, size_t i, double v)
{
    if (q->log)
        v = q->what == NORMAL ? (double)expf((float)v) : exp(v);
    if (q->what == UNIFORM || q->what == NORMAL)
        ((float *)q->out)[i] = (float)v;
    else
        ((double *)q->out)[i] = v;
}

/* Results before the first of the request have an index that wrapped round: no index below n. */
static void turn(const struct request *q, struct source *s, unsigned results, size_t first)
{
    for (unsigned k = 0; k < results; k++) {
        double r[2];
        size_t i = first + k;
        switch (q->what) {
        case BITS:
        case POISSON: {
            uint32_t x = q->what == BITS ? draw(s) : poisson(s, q->mean);
            if (q->what == BITS && q->g.type == CURAND_RNG_PSEUDO_MRG32K3A)
                x = (uint32_t)(x * 1.000000048662);
            if (i < q->n)
                ((uint32_t *)q->out)[i] = x;
            break;
        }
        case UNIFORM:
        case UNIFORM_DOUBLE: {
            double x = uniform(s, q->what == UNIFORM_DOUBLE);
            if (i < q->n)
                put(q, i, x);
            break;
        }
        default:
            normal_pair(s, q->what == NORMAL_DOUBLE, r);
            for (unsigned j = 0; j < 2; j++)
                if (i + j < q->n)
                    put(q, i + j, q->mean + q->deviation * r[j]);
            k++;
        }
    }
}

struct span {
    const struct request *q;
    unsigned results, draws, parts;
    uint64_t at;   /* the unit in the generators' order with which the request begins */
    unsigned skip; /* results of that unit that earlier requests took */
};

/* Every generator's turns are in one part: its state is stepped, not jumped to. */
static void part(void *arg, unsigned which)
{
    const struct span *p = arg;
    const struct request *q = p->q;
    unsigned t = generators(&q->g);
    uint64_t units = (q->n + p->skip + p->results - 1) / p->results;

    for (uint64_t i = (uint64_t)which * t / p->parts; i < (uint64_t)(which + 1) * t / p->parts; i++) {
        uint64_t first = (i + t - p->at % t) % t; /* this generator's first unit of the request */
        struct source s;
        if (first >= units)
            continue;
        source_open(&s, &q->g, i, (p->at + first) / t * p->draws);
        for (uint64_t u = first; u < units; u += t)
            turn(q, &s, p->results, u * p->results - p->skip);
    }
}

static size_t bytes(const struct request *q)
{
    return q->n * (q->what == UNIFORM_DOUBLE || q->what == NORMAL_DOUBLE ? 8 : 4);
}

static void run(void *arg)
{
    struct request *q = arg;
    struct span p = { .q = q, .parts = 64 };
    if (!q->g.host && !lib_writes("cuRAND's output", q->out, bytes(q)))
        return;
    unit_of(q, &p.results, &p.draws);
    p.at = q->g.offset / p.results;
    p.skip = (unsigned)(q->g.offset % p.results);
    lib_parallel(p.parts, part, &p);
}

static curandStatus_t generate(curandGenerator_t g, struct request *q, uintptr_t pc)
{
    if (!g || g->magic != MAGIC)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (q->what >= NORMAL && q->what <= NORMAL_DOUBLE && q->n % 2 &&
        g->type != CURAND_RNG_PSEUDO_PHILOX4_32_10)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    q->g = *g;
    if (q->what == POISSON && g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
        q->g.type = CURAND_RNG_PSEUDO_PHILOX4_32_10;
    g->offset += q->n;
    if (g->host) {
        run(q);
        return CURAND_STATUS_SUCCESS;
    }
    double seconds = 3e-6 + (double)bytes(q) / (0.5 * api_device()->copy_Bps);
    return lib_submit(g->stream, run, q, sizeof *q, seconds, pc) ? CURAND_STATUS_LAUNCH_FAILURE
                                                                 : CURAND_STATUS_SUCCESS;
}

/* ---- the API ------------------------------------------------------------------------------------------- */

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, int host)
{
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
        type != CURAND_RNG_PSEUDO_PHILOX4_32_10) {
        error_addf("api", API_PC,
                   "curandCreateGenerator: the emulator has XORWOW, MRG32K3A and PHILOX4_32_10, not "
                   "generator type %d",
                   (int)type);
        return CURAND_STATUS_TYPE_ERROR;
    }
    struct curandGenerator_st *g = calloc(1, sizeof *g);
    if (!g)
        return CURAND_STATUS_ALLOCATION_FAILED;
    *g = (struct curandGenerator_st){ .magic = MAGIC, .host = host, .type = type,
                                      .order = CURAND_ORDERING_PSEUDO_DEFAULT };
    *generator = g;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, 0);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, 1);
}

#define KNOWN(g)                                                                                             \
    if (!(g) || (g)->magic != MAGIC)                                                                         \
    return CURAND_STATUS_NOT_INITIALIZED

curandStatus_t curandDestroyGenerator(curandGenerator_t g)
{
    KNOWN(g);
    g->magic = 0;
    free(g);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed)
{
    KNOWN(g);
    g->seed = seed; /* the offset stays */
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset)
{
    KNOWN(g);
    g->offset = offset;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t order)
{
    KNOWN(g);
    if (order < CURAND_ORDERING_PSEUDO_BEST || order > CURAND_ORDERING_PSEUDO_DYNAMIC ||
        order == CURAND_ORDERING_PSEUDO_SEEDED)
        return CURAND_STATUS_OUT_OF_RANGE;
    g->order = order;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t stream)
{
    KNOWN(g);
    g->stream = stream;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t g)
{
    KNOWN(g);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int *version)
{
    *version = 10400;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t g, unsigned int *out, size_t n)
{
    struct request q = { .what = BITS, .out = out, .n = n };
    return generate(g, &q, API_PC);
}
curandStatus_t curandGenerateUniform(curandGenerator_t g, float *out, size_t n)
{
    struct request q = { .what = UNIFORM, .out = out, .n = n };
    return generate(g, &q, API_PC);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *out, size_t n)
{
    struct request q = { .what = UNIFORM_DOUBLE, .out = out, .n = n };
    return generate(g, &q, API_PC);
}
#define NORMALS(name, type, kind, exponential)                                                               \
    curandStatus_t name(curandGenerator_t g, type *out, size_t n, type mean, type stddev)                    \
    {                                                                                                        \
        struct request q = {                                                                                 \
            .what = kind, .log = exponential, .out = out, .n = n, .mean = mean, .deviation = stddev          \
        };                                                                                                   \
        return generate(g, &q, API_PC);                                                                      \
    }
NORMALS(curandGenerateNormal, float, NORMAL, 0)
NORMALS(curandGenerateNormalDouble, double, NORMAL_DOUBLE, 0)
NORMALS(curandGenerateLogNormal, float, NORMAL, 1)
NORMALS(curandGenerateLogNormalDouble, double, NORMAL_DOUBLE, 1)
curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned int *out, size_t n, double lambda)
{
    struct request q = { .what = POISSON, .out = out, .n = n, .mean = lambda };
    return generate(g, &q, API_PC);
}
