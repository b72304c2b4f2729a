/*
 * oracle.c: an SM that is filled by hand. Blocks are let in one after another, each takes its share of every resource,
 * and the count of those that got in is the answer; caps are the largest size at which enough of them still get in.
 * The kernels' results are computed in double or exactly.
 *
 * `kind` of variants: 0 drawn; 1 the lab's three kernels as nvcc 13 builds them under several bounds, with spills; 2
 * edges: nothing to run, nothing that can run, equal times, products beyond 32 bits.
 */
#include <ridge/oracle.h>

#include <limits.h>

enum { WARP = 32, PARTS = 4, REG_UNIT = 256, MAX_REGS = 255, MAX_THREADS = 1024, NONE = 0x7fffffff };
enum { LATENCY = 660, ISSUE = 4, RATE = 16, HOPS = 16, FAN = 32, SHAPE = 3, VARIANT = 8, SET = 6 };

struct sm { int warps, blocks, regs, smem, smem_block, smem_reserve, smem_unit; };

static const char *const fields[] = { "warps", "blocks", "regs", "smem", "smem_block", "smem_reserve", "smem_unit" };

static struct sm sm_of(const struct ridge_case *c)
{
    int v[7];
    for (int k = 0; k < 7; k++)
        v[k] = (int)ridge_int(c, fields[k]);
    return (struct sm){ v[0], v[1], v[2], v[3], v[4], v[5], v[6] };
}

int machine_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *m = b ? b->data : NULL;
    (void)seed;
    if (!m || b->count != sizeof fields / sizeof *fields)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        m[k] = (int32_t)ridge_int(c, fields[k]);
    return 0;
}

/* --- what a block takes, and how many get in ------------------------------------------------------ */

static int multiples(int x, int unit)
{
    return x / unit + (x % unit != 0);
}

static int lets_in_warps(const struct sm *m, int threads)
{
    int n = 0, warps = multiples(threads, WARP);
    for (int used = warps; threads <= MAX_THREADS && used <= m->warps; used += warps)
        n++;
    return n;
}

/* Warps go to the part with the most room; a block that doesn't get all its warps in stays out. */
static int lets_in_regs(const struct sm *m, int threads, int regs)
{
    int part[PARTS], n = 0, warps = multiples(threads, WARP), warp = multiples(regs * WARP, REG_UNIT) * REG_UNIT;
    if (!warp)
        return NONE;
    if (regs > MAX_REGS)
        return 0;
    for (int p = 0; p < PARTS; p++)
        part[p] = m->regs / PARTS;
    for (;; n++)
        for (int w = 0; w < warps; w++) {
            int most = 0;
            for (int p = 1; p < PARTS; p++)
                most = part[p] > part[most] ? p : most;
            if (part[most] < warp)
                return n;
            part[most] -= warp;
        }
}

static int lets_in_smem(const struct sm *m, int smem)
{
    int n = 0, block = multiples(smem + m->smem_reserve, m->smem_unit) * m->smem_unit;
    if (!block)
        return NONE;
    for (int left = m->smem; smem <= m->smem_block && left >= block; left -= block)
        n++;
    return n;
}

static void limits(const struct sm *m, const int *k, int by[4])
{
    by[0] = lets_in_warps(m, k[0]);
    by[1] = m->blocks;
    by[2] = lets_in_regs(m, k[0], k[1]);
    by[3] = lets_in_smem(m, k[2]);
}

static int least(const int by[4], int *set)
{
    int n = NONE;
    for (int r = 0; r < 4; r++)
        n = by[r] < n ? by[r] : n;
    *set = (by[0] == n) + (by[1] == n) * 2 + (by[2] == n) * 4 + (by[3] == n) * 8;
    return n;
}

static int most_regs(const struct sm *m, int threads, int blocks)
{
    if (lets_in_warps(m, threads) < blocks || m->blocks < blocks)
        return 0;
    for (int regs = MAX_REGS; regs; regs--)
        if (lets_in_regs(m, threads, regs) >= blocks)
            return regs;
    return 0;
}

static int most_smem(const struct sm *m, int blocks)
{
    int low = -1, high = m->smem_block + 1; /* low will do, high won't: more bytes never let in more blocks */
    if (blocks > m->blocks || lets_in_smem(m, 0) < blocks)
        return -1;
    for (low = 0; high - low > 1;) {
        int middle = low + (high - low) / 2;
        if (lets_in_smem(m, middle) >= blocks)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static int64_t ceiling(int64_t amount, int64_t rate)
{
    return amount / rate + (amount % rate != 0);
}

static int64_t time_of(const struct sm *m, const int64_t *v)
{
    int k[SHAPE] = { (int)v[0], (int)v[1], (int)v[2] }, by[4], set;
    limits(m, k, by);
    int64_t warps = (int64_t)least(by, &set) * multiples(k[0], WARP);
    if (!warps)
        return -1;
    int64_t issuing = ceiling(v[3] * v[6], ISSUE), moving = ceiling(v[3] * v[7], RATE);
    int64_t waiting = ceiling(v[3], warps) * (v[4] * LATENCY + v[5]), most = issuing;
    most = moving > most ? moving : most;
    return waiting > most ? waiting : most;
}

/* --- inputs --------------------------------------------------------------------------------------- */

static int pick(uint64_t *seed, const int *from, size_t n)
{
    return from[ridge_next(seed) % n];
}

static int drawn_threads(uint64_t *seed)
{
    static const int t[] = { 32, 64, 96, 128, 160, 192, 224, 256, 320, 384, 512, 640, 768, 1024, 100, 250, 1000 };
    return pick(seed, t, sizeof t / sizeof *t);
}

static int drawn_regs(uint64_t *seed)
{
    static const int r[] = { 16, 20, 24, 32, 33, 40, 41, 48, 56, 63, 64, 65, 72, 80, 96, 104, 120, 128, 160, 168, 255 };
    return pick(seed, r, sizeof r / sizeof *r);
}

static int drawn_smem(const struct sm *m, uint64_t *seed)
{
    uint64_t die = ridge_next(seed) % 4;
    return die == 0 ? 0 : (int)(ridge_next(seed) % (uint64_t)(die == 1 ? 16384 : m->smem_block + 1));
}

/* First the corners, then draws. */
int shapes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *row = b ? b->data : NULL;
    struct sm m = sm_of(c);
    const int corners[][SHAPE] = {
        { 1, 0, 0 }, { 1, 1, 1 }, { 32, 16, 0 }, { 33, 16, 0 }, { 32, 255, 0 }, { 32, 256, 0 }, { 1024, 64, 0 },
        { 1024, 65, 0 }, { 1024, 72, 0 }, { 1025, 16, 0 }, { 256, 32, 0 }, { 256, 33, 0 }, { 256, 40, 0 },
        { 256, 64, 0 }, { 256, 128, 0 }, { 256, 129, 0 }, { 256, 255, 0 }, { 96, 32, 0 }, { 160, 40, 0 },
        { 160, 168, 0 }, { 224, 72, 0 }, { 352, 168, 0 }, { 64, 32, 0 }, { 128, 24, 0 }, { 256, 24, m.smem_block },
        { 256, 24, m.smem_block + 1 }, { 256, 24, m.smem / 4 - m.smem_reserve },
        { 256, 24, m.smem / 4 - m.smem_reserve + 1 }, { 128, 16, m.smem / m.blocks }, { 256, 32, m.smem / 8 - 1024 },
        { 256, 32, 100 * 1024 }, { 1024, 24, 1 }, { 512, 255, 128 }, { 2000, 256, m.smem_block + 4096 },
        { 288, 216, 0 }, { 32, 0, m.smem_unit },
    };
    if (!row || b->dtype != RIDGE_I32 || b->count % SHAPE)
        return -1;
    for (size_t i = 0; i < b->count / SHAPE; i++, row += SHAPE) {
        if (i < sizeof corners / sizeof *corners && ridge_num(c, "corners") > 0) {
            memcpy(row, corners[i], sizeof corners[i]);
        } else {
            row[0] = drawn_threads(&seed);
            row[1] = drawn_regs(&seed);
            row[2] = drawn_smem(&m, &seed);
        }
    }
    return 0;
}

int wanted_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *row = b ? b->data : NULL;
    struct sm m = sm_of(c);
    const int corners[][2] = {
        { 1, 1 }, { 32, 1 }, { 32, m.blocks }, { 32, m.blocks + 1 }, { 33, m.blocks }, { 1024, 1 }, { 1024, 2 },
        { 1024, 3 }, { 1025, 1 }, { 2048, 1 }, { 256, 1 }, { 256, 2 }, { 256, 3 }, { 256, 4 }, { 256, 6 }, { 256, 8 },
        { 256, 9 }, { 96, 7 }, { 96, 21 }, { 160, 3 }, { 160, 5 }, { 224, 9 }, { 352, 1 }, { 352, 5 }, { 64, 16 },
        { 100, 10 }, { 768, 1 }, { 768, 2 },
    };
    if (!row || b->dtype != RIDGE_I32 || b->count % 2)
        return -1;
    for (size_t i = 0; i < b->count / 2; i++, row += 2) {
        int drawn = i >= sizeof corners / sizeof *corners || !(ridge_num(c, "corners") > 0);
        row[0] = drawn ? drawn_threads(&seed) : corners[i][0];
        row[1] = drawn ? 1 + (int)(ridge_next(&seed) % (uint64_t)m.blocks) : corners[i][1];
    }
    return 0;
}

/* threads, registers, shared memory; warps, waits, chain, instructions, bytes */
static const int64_t lab_kernels[][SET][VARIANT] = {
    /* hops, held down to fewer blocks by shared memory that nobody uses */
    { { 256, 20, 115000, 4096, 17, 80, 60, 16640 }, { 256, 20, 57000, 4096, 17, 80, 60, 16640 },
      { 256, 20, 28000, 4096, 17, 80, 60, 16640 }, { 256, 20, 13000, 4096, 17, 80, 60, 16640 },
      { 256, 20, 0, 4096, 17, 80, 60, 16640 }, { 256, 20, 0, 4096, 17, 80, 64, 16896 } },
    /* fan: all loads at once in 96 registers, in batches in 48, or spilled in 32 */
    { { 256, 32, 0, 4096, 3, 300, 260, 8192 + 10752 }, { 256, 48, 0, 4096, 4, 300, 205, 8192 },
      { 256, 96, 0, 4096, 1, 300, 200, 8192 }, { 256, 64, 0, 4096, 2, 300, 200, 8192 },
      { 256, 255, 0, 4096, 1, 300, 200, 8192 }, { 1024, 96, 0, 4096, 1, 300, 200, 8192 } },
    /* tile: 64 sums, spilled in 32, 64 and 80 registers */
    { { 256, 32, 0, 512, 900, 40000, 262144, 300000 }, { 256, 64, 0, 512, 600, 30000, 120000, 90000 },
      { 256, 80, 0, 512, 512, 24000, 60000, 40000 }, { 256, 96, 0, 512, 512, 20000, 41000, 17000 },
      { 256, 128, 0, 512, 512, 20000, 41000, 17000 }, { 256, 255, 0, 512, 512, 20000, 41000, 17000 } },
};

static const int64_t edges[][SET][VARIANT] = {
    { { 256, 32, 0, 0, 5, 5, 5, 5 }, { 256, 32, 0, 0, 5, 5, 5, 5 }, { 256, 32, 0, 1, 1, 1, 1, 1 },
      { 256, 32, 0, 1, 0, 0, 0, 0 }, { 256, 32, 0, 1, 0, 0, 5, 0 }, { 256, 32, 0, 1, 0, 0, 0, 17 } },
    { { 2000, 32, 0, 9, 1, 1, 1, 1 }, { 256, 300, 0, 9, 1, 1, 1, 1 }, { 1024, 72, 0, 9, 1, 1, 1, 1 },
      { 256, 32, 1 << 20, 9, 1, 1, 1, 1 }, { 1025, 0, 0, 0, 0, 0, 0, 0 }, { 1024, 65, 0, 9, 1, 1, 1, 1 } },
    { { 2000, 32, 0, 9, 0, 0, 0, 0 }, { 256, 32, 0, 4000, 2, 10, 100, 1000 }, { 256, 16, 0, 4000, 2, 10, 100, 1000 },
      { 256, 64, 0, 4000, 2, 10, 100, 1000 }, { 256, 32, 0, 4000, 2, 10, 100, 999 },
      { 256, 32, 0, 4000, 2, 10, 100, 999 } },
    { { 256, 32, 0, 3000000, 1, 1, 1000000, 1 }, { 256, 32, 0, 3000000, 1, 1, 1, 5000000 },
      { 256, 32, 0, 30000000, 900, 5, 1, 1 }, { 256, 32, 0, 70000, 1, 1, 1, 65537 }, { 256, 32, 0, 70000, 1, 1, 65537, 1 },
      { 64, 255, 0, 70000, 400, 90, 1, 1 } },
};

int variants_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *v = b ? b->data : NULL, kind = ridge_int(c, "kind");
    const size_t whole = sizeof lab_kernels[0] / sizeof lab_kernels[0][0][0];
    struct sm m = sm_of(c);
    if (!v || b->dtype != RIDGE_I64 || b->count % whole)
        return -1;
    if (kind && b->count != (kind == 1 ? sizeof lab_kernels : sizeof edges) / sizeof *v)
        return -1;
    if (kind) {
        memcpy(v, kind == 1 ? (const void *)lab_kernels : edges, b->count * sizeof *v);
        return 0;
    }
    for (size_t i = 0; i < b->count / VARIANT; i++, v += VARIANT) {
        v[0] = drawn_threads(&seed);
        v[1] = drawn_regs(&seed);
        v[2] = drawn_smem(&m, &seed);
        v[3] = (int64_t)(ridge_next(&seed) % 5000);
        v[4] = (int64_t)(ridge_next(&seed) % 40);
        v[5] = (int64_t)(ridge_next(&seed) % 4000);
        v[6] = (int64_t)(ridge_next(&seed) % 3000);
        v[7] = (int64_t)(ridge_next(&seed) % 9000);
    }
    return 0;
}

int next_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *next = b ? b->data : NULL;
    if (!next || b->dtype != RIDGE_I32)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        next[i] = (int32_t)(ridge_next(&seed) % b->count);
    return 0;
}

/* --- answers -------------------------------------------------------------------------------------- */

int takes_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const int32_t *shape = ridge_data(c, "shape");
    struct sm m = sm_of(c);
    (void)out;
    for (size_t k = 0; k < n; k++) {
        const int32_t *s = shape + index[k] / 3 * SHAPE;
        int need[] = { multiples(s[0], WARP), multiples(s[1] * WARP, REG_UNIT) * REG_UNIT,
                       multiples(s[2] + m.smem_reserve, m.smem_unit) * m.smem_unit };
        scale[k] = want[k] = need[index[k] % 3];
    }
    return 0;
}

int blocks_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    const int32_t *shape = ridge_data(c, "shape");
    struct sm m = sm_of(c);
    (void)out;
    for (size_t k = 0; k < n; k++) {
        int by[4];
        limits(&m, shape + index[k] / 4 * SHAPE, by);
        scale[k] = want[k] = by[index[k] % 4];
    }
    return 0;
}

int resident_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                    double *scale)
{
    const int32_t *shape = ridge_data(c, "shape");
    struct sm m = sm_of(c);
    (void)out;
    for (size_t k = 0; k < n; k++) {
        int by[4], set;
        limits(&m, shape + index[k] / 2 * SHAPE, by);
        int blocks = least(by, &set);
        scale[k] = want[k] = index[k] % 2 ? set : blocks;
    }
    return 0;
}

int caps_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const int32_t *wanted = ridge_data(c, "wanted");
    struct sm m = sm_of(c);
    (void)out;
    for (size_t k = 0; k < n; k++) {
        const int32_t *w = wanted + index[k] / 2 * 2;
        want[k] = index[k] % 2 ? most_smem(&m, w[1]) : most_regs(&m, w[0], w[1]);
        scale[k] = fabs(want[k]);
    }
    return 0;
}

int cycles_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    const int64_t *v = ridge_data(c, "variant");
    struct sm m = sm_of(c);
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = (double)time_of(&m, v + index[k] * VARIANT);
        scale[k] = fabs(want[k]);
    }
    return 0;
}

int choose_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    const int64_t *v = ridge_data(c, "variant");
    struct sm m = sm_of(c);
    (void)out;
    for (size_t k = 0; k < n; k++) {
        int64_t fewest = INT64_MAX;
        want[k] = -1;
        for (size_t j = SET; j-- > 0;) { /* from the last to the first: of equal ones the first is met last */
            int64_t t = time_of(&m, v + (index[k] * SET + j) * VARIANT);
            if (t >= 0 && t <= fewest)
                fewest = t, want[k] = (double)j;
        }
        scale[k] = fabs(want[k]);
    }
    return 0;
}

int hops_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const int32_t *next = ridge_data(c, "next");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        int32_t at = (int32_t)index[k];
        for (int h = 0; h < HOPS; h++)
            at = next[at];
        scale[k] = want[k] = at;
    }
    return 0;
}

int fan_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *x = ridge_data(c, "x");
    size_t N = (size_t)ridge_int(c, "n");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        double mean = 0, square = 0;
        size_t i = index[k] % N;
        for (size_t j = 0; j < FAN; j++)
            mean += (double)x[j * N + i] / FAN;
        for (size_t j = 0; j < FAN; j++)
            square += ((double)x[j * N + i] - mean) * ((double)x[j * N + i] - mean) / FAN;
        want[k] = ((double)x[index[k]] - mean) / sqrt(square + (double)1e-5f);
        scale[k] = fabs(want[k]);
    }
    return 0;
}

int tile_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *a = ridge_data(c, "a"), *b = ridge_data(c, "b");
    size_t N = (size_t)ridge_int(c, "N"), K = (size_t)ridge_int(c, "K");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        size_t i = index[k] / N, j = index[k] % N;
        want[k] = scale[k] = 0;
        for (size_t s = 0; s < K; s++) {
            double p = (double)a[s * N + i] * (double)b[s * N + j];
            want[k] += p;
            scale[k] += fabs(p);
        }
    }
    return 0;
}
