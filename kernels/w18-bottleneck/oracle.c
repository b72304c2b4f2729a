/*
 * oracle.c: reports made from the parts of the peaks that they are to show, and the definitions of lab.h in double.
 *
 * `kind` chooses the reports. 0: no duration, and nothing counted; 1: one of each bound; 2: the borders of the rules
 * that have exact ones; 3: each field missing in turn; 4: several rules at once; 5: drawn ones; 6: parts at thresholds.
 * Parts lie on six combs that never meet, so which unit is busiest, and on which side of a threshold a part lies, does
 * not hang on rounding; those of 6 have none.
 */
#include <ridge/oracle.h>

enum { US, GAP_US, FLOP, TENSOR, INST, LANES, DRAM_B, L2_B, LOCAL_B, SH_WAVE, SH_CONF, FIELDS };
enum { M_FLOPS, M_TENSOR, M_DRAM, M_L2, M_SMS, M_HZ, MACHINE };
enum { U_FLOPS, U_TENSOR, U_ISSUE, U_DRAM, U_L2, U_SHARED, UNITS };
enum { UNKNOWN, LAUNCH, SPILL, SHARED, DIVERGENCE, MEMORY, COMPUTE, LATENCY };
enum { STEPS = 48, RARE = 8, WIDTH = 64, CLASSES = 8, POINT = 4 };

/* Two machines of round figures, about as large as a GPU of 2022 and as one of 2018, and one of powers of two, on which
 * a part can be exactly at a threshold. */
static const float machines[3][MACHINE] = {{64e12f, 992e12f, 4e12f, 6e12f, 132, 1.75e9f},
                                           {16e12f, 128e12f, 1e12f, 2.5e12f, 80, 1.5e9f},
                                           {0x1p46f, 0x1p50f, 0x1p42f, 0x1p43f, 128, 0x1p30f}};

static const float *machine_of(const struct ridge_case *c)
{
    int64_t k = ridge_int(c, "machine");
    return machines[k < 0 || k > 2 ? 0 : k];
}

int machine_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    if (!b || b->dtype != RIDGE_F32 || b->count != MACHINE)
        return -1;
    memcpy(b->data, machine_of(c), sizeof machines[0]);
    return 0;
}

/* The parts of their peaks at which the six units are, and what is no unit's. */
struct launch {
    double us, gap, part[UNITS], lanes, local, conf; /* local of the L2's bytes, conf of the wavefronts */
};

static void write_report(float *r, const struct launch *l, const float *m)
{
    double s = l->us * 1e-6, slots = s * m[M_HZ] * m[M_SMS];
    r[US] = (float)l->us;
    r[GAP_US] = (float)l->gap;
    r[FLOP] = (float)(l->part[U_FLOPS] * s * m[M_FLOPS]);
    r[TENSOR] = (float)(l->part[U_TENSOR] * s * m[M_TENSOR]);
    r[INST] = (float)(l->part[U_ISSUE] * slots * 4);
    r[LANES] = (float)l->lanes;
    r[DRAM_B] = (float)(l->part[U_DRAM] * s * m[M_DRAM]);
    r[L2_B] = (float)(l->part[U_L2] * s * m[M_L2]);
    r[LOCAL_B] = r[L2_B] * (float)l->local;
    r[SH_WAVE] = (float)(l->part[U_SHARED] * slots);
    r[SH_CONF] = r[SH_WAVE] * (float)l->conf;
}

/* Unit u's comb: multiples of .013, shifted by (u + 1) tenths of a tooth. */
static double comb(int u, int tooth)
{
    return .013 * (tooth + (u + 1) / 10.);
}

static struct launch plain(double us, int flops, int tensor, int issue, int dram, int l2, int shared)
{
    int tooth[UNITS] = {flops, tensor, issue, dram, l2, shared};
    struct launch l = {.us = us, .gap = us / 8, .lanes = 31.5, .local = 0, .conf = .0625};
    for (int u = 0; u < UNITS; u++)
        l.part[u] = comb(u, tooth[u]);
    return l;
}

/* Teeth: 24 and above are at LOW, 47 and above at HIGH. */
static const struct launch *ones(size_t *n)
{
    static struct launch l[10];
    l[0] = plain(900, 10, 0, 24, 70, 40, 5);  /* memory */
    l[1] = plain(400, 20, 66, 30, 9, 20, 22); /* compute, on tensor cores */
    l[2] = plain(50, 12, 0, 26, 16, 12, 3);   /* latency */
    l[3] = plain(3, 4, 0, 9, 8, 6, 2);        /* launch */
    l[3].gap = 4;
    l[4] = plain(700, 8, 0, 30, 50, 60, 0); /* spill */
    l[4].local = .75;
    l[5] = plain(300, 6, 0, 20, 12, 15, 72); /* shared */
    l[5].conf = .96875;
    l[6] = plain(300, 20, 0, 58, 12, 15, 2); /* divergence */
    l[6].lanes = 4.5;
    l[7] = plain(80, 60, 0, 62, 55, 12, 8);  /* compute, though memory is high too */
    l[8] = plain(80, 12, 0, 20, 4, 61, 8);   /* memory, and it is the L2 */
    l[9] = plain(80, 12, 0, 20, 4, 11, 63);  /* memory, and it is shared memory without conflicts */
    *n = 10;
    return l;
}

static const struct launch *borders(size_t *n)
{
    static struct launch l[10];
    for (int k = 0; k < 10; k++)
        l[k] = plain(64, 12, 0, 30, 50, 24, 30);
    l[0].gap = 64; /* as long as the launch */
    l[1].gap = 63;
    l[2].local = .25; /* a quarter */
    l[3].local = .1875;
    l[4].conf = .5; /* a half */
    l[5].conf = .4375;
    l[6].lanes = 16;
    l[7].lanes = 16.5;
    l[8].conf = 1; /* all of them conflicts, but shared memory is hardly used */
    l[8].part[U_SHARED] = comb(U_SHARED, 20);
    l[9].lanes = 2; /* few lanes, but issue slots are free */
    l[9].part[U_ISSUE] = comb(U_ISSUE, 20);
    *n = 10;
    return l;
}

static const struct launch *several(size_t *n)
{
    static struct launch l[7];
    for (int k = 0; k < 7; k++) {
        l[k] = plain(64, 12, 0, 65, 60, 40, 40);
        l[k].gap = k < 1 ? 100 : 1;
        l[k].local = k < 2 ? .5 : 0;
        l[k].conf = k < 3 ? .75 : .125;
        l[k].lanes = k < 4 ? 8 : 32;
    }
    l[4].part[U_DRAM] = comb(U_DRAM, 68); /* both high: the larger one */
    l[6].part[U_ISSUE] = comb(U_ISSUE, 30);
    l[6].part[U_DRAM] = comb(U_DRAM, 30);
    *n = 7;
    return l;
}

/* A second on the machine of powers of two: the parts are .6f and .3f themselves, however they are computed. */
static const struct launch *thresholds(size_t *n)
{
    static struct launch l[5];
    for (int k = 0; k < 5; k++)
        l[k] = (struct launch){.us = 1e6, .gap = 1, .part = {.25, .125, .125, .25, .125, .125}, .lanes = 32};
    l[0].part[U_DRAM] = .6f;
    l[1].part[U_FLOPS] = .6f;
    l[2].part[U_SHARED] = .3f;
    l[2].conf = .75;
    l[3].part[U_ISSUE] = .3f;
    l[3].lanes = 8;
    l[4].part[U_FLOPS] = l[4].part[U_L2] = .6f;
    *n = 5;
    return l;
}

static struct launch drawn(uint64_t *seed)
{
    struct launch l = {.us = 3 + 500 * ridge_uniform(seed), .lanes = 1 + (double)(ridge_next(seed) % 63) / 2};
    int busy = (int)(ridge_next(seed) % 3); /* how much goes on: teeth up to 22, 45 or 70 */
    l.gap = l.us * (ridge_uniform(seed) < .2 ? 1.5 : .5) * ridge_uniform(seed);
    for (int u = 0; u < UNITS; u++)
        l.part[u] = comb(u, (int)(ridge_next(seed) % (uint64_t)(busy * 24 + 22)));
    l.local = ridge_uniform(seed) < .25 ? (double)(ridge_next(seed) % 8) / 8 : 0;
    l.conf = ridge_uniform(seed) < .5 ? (double)(ridge_next(seed) % 16) / 16 : .0625;
    return l;
}

static void draw_report(float *r, const float *m, uint64_t *seed)
{
    struct launch l = drawn(seed);
    write_report(r, &l, m);
    for (int f = 0; f < FIELDS; f++)
        if (ridge_uniform(seed) < (f == US ? .04 : .07))
            r[f] = NAN;
    if (ridge_uniform(seed) < .04)
        r[US] = 0;
}

/* Rows 0 to 3: no duration, with figures and without; then no bytes, no FLOP, neither; at last nothing but a duration,
 * and nothing but a duration and a gap twice as long. */
static void empty_report(float *r, size_t row, const float *m)
{
    struct launch l = plain(64, 12, 0, 30, 50, 24, 30);
    write_report(r, &l, m);
    switch (row % 9) {
    case 0: r[US] = 0; break;
    case 1: r[US] = NAN; break;
    case 2: memset(r, 0, FIELDS * sizeof *r); break;
    case 3: memset(r + 1, 0, (FIELDS - 1) * sizeof *r); break;
    case 4: r[DRAM_B] = r[L2_B] = r[LOCAL_B] = 0; break;
    case 5: r[FLOP] = r[TENSOR] = 0; break;
    case 6: r[SH_WAVE] = r[SH_CONF] = r[L2_B] = r[LOCAL_B] = 0; break;
    default:
        for (int f = 1; f < FIELDS; f++)
            r[f] = NAN;
        r[GAP_US] = row % 9 == 8 ? 2 * r[US] : NAN;
    }
}

/* Rows 0 to 109: one field after the other, of ten reports. Then all that computes, and all that moves bytes. */
static void leave_out(float *r, size_t row)
{
    static const int groups[2][3] = {{FLOP, TENSOR, INST}, {DRAM_B, L2_B, SH_WAVE}};
    if (row < 110)
        r[row % FIELDS] = NAN;
    for (int k = 0; k < 3 && row >= 110; k++)
        r[groups[row >= 120][k]] = NAN;
}

int reports_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const float *m = machine_of(c);
    int64_t kind = ridge_int(c, "kind");
    float *r = b ? b->data : NULL;
    if (!r || b->dtype != RIDGE_F32 || b->count % FIELDS)
        return -1;
    for (size_t row = 0; row < b->count / FIELDS; row++, r += FIELDS) {
        size_t n = 1;
        const struct launch *l = kind == 2   ? borders(&n)
                                 : kind == 4 ? several(&n)
                                 : kind == 6 ? thresholds(&n)
                                             : ones(&n);
        if (kind == 0)
            empty_report(r, row, m);
        else if (kind == 5)
            draw_report(r, m, &seed);
        else
            write_report(r, &l[kind == 3 && row < 110 ? row / FIELDS : row % n], m);
        if (kind == 3)
            leave_out(r, row);
    }
    return 0;
}

struct reading {
    double part[UNITS], compute, move;
    int known;
};

static struct reading read_report(const float *r, const float *m)
{
    double s = r[US] * 1e-6, slots = s * m[M_HZ] * m[M_SMS];
    struct reading a = {.known = s > 0};
    a.part[U_FLOPS] = r[FLOP] / (s * m[M_FLOPS]);
    a.part[U_TENSOR] = r[TENSOR] / (s * m[M_TENSOR]);
    a.part[U_ISSUE] = r[INST] / (slots * 4);
    a.part[U_DRAM] = r[DRAM_B] / (s * m[M_DRAM]);
    a.part[U_L2] = r[L2_B] / (s * m[M_L2]);
    a.part[U_SHARED] = r[SH_WAVE] / slots;
    a.compute = fmax(fmax(a.part[U_FLOPS], a.part[U_TENSOR]), a.part[U_ISSUE]);
    a.move = fmax(fmax(a.part[U_DRAM], a.part[U_L2]), a.part[U_SHARED]);
    return a;
}

static int busiest(const struct reading *a)
{
    int best = -1;
    for (int u = 0; u < UNITS && a->known; u++)
        if (!isnan(a->part[u]) && (best < 0 || a->part[u] > a->part[best]))
            best = u;
    return best;
}

int sol_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *report = ridge_data(c, "report"), *m = ridge_data(c, "machine");
    int unit = !strcmp(out, "unit");
    for (size_t k = 0; k < n; k++) {
        struct reading a = read_report(report + index[k] / (unit ? 1 : 2) * FIELDS, m);
        want[k] = unit ? busiest(&a) : !a.known ? NAN : index[k] % 2 ? a.move : a.compute;
        scale[k] = unit ? 0 : fabs(want[k]);
    }
    return 0;
}

static int bound_of(const float *r, const float *m)
{
    struct reading a = read_report(r, m);
    int moves = a.move >= .6, computes = a.compute >= .6;
    if (!a.known)
        return UNKNOWN;
    if (r[GAP_US] >= r[US])
        return LAUNCH;
    if (r[L2_B] > 0 && r[LOCAL_B] >= .25 * r[L2_B])
        return SPILL;
    if (r[SH_WAVE] > 0 && r[SH_CONF] >= .5 * r[SH_WAVE] && a.part[U_SHARED] >= .3)
        return SHARED;
    if (r[LANES] <= 16 && a.part[U_ISSUE] >= .3)
        return DIVERGENCE;
    if (moves && (isnan(a.compute) || a.move >= a.compute))
        return MEMORY;
    if (computes)
        return COMPUTE;
    return isnan(a.move) && isnan(a.compute) ? UNKNOWN : LATENCY;
}

int bound_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const float *report = ridge_data(c, "report"), *m = ridge_data(c, "machine");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = bound_of(report + index[k] * FIELDS, m);
        scale[k] = 0;
    }
    return 0;
}

static void point_of(const float *r, const float *m, double p[POINT])
{
    double s = r[US] * 1e-6, bytes = r[DRAM_B], plain_flop = isnan(r[FLOP]) ? 0 : r[FLOP];
    double tensor = isnan(r[TENSOR]) ? 0 : r[TENSOR], flop = plain_flop + tensor;
    if (!(s > 0) || isnan(bytes) || bytes + flop == 0) {
        p[0] = p[1] = p[2] = p[3] = NAN;
        return;
    }
    p[0] = bytes > 0 ? flop / bytes : INFINITY;
    p[1] = flop / s;
    p[2] = fmin(2 * tensor >= flop ? m[M_TENSOR] : m[M_FLOPS], p[0] * m[M_DRAM]);
    p[3] = flop > 0 ? p[1] / p[2] : bytes / (s * m[M_DRAM]);
}

int point_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const float *report = ridge_data(c, "report"), *m = ridge_data(c, "machine");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        double p[POINT];
        point_of(report + index[k] / POINT * FIELDS, m, p);
        want[k] = p[index[k] % POINT];
        scale[k] = fabs(want[k]);
    }
    return 0;
}

/* Every seventh point is the origin, whose length is 0 and has no reciprocal. */
int points_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    float *p = b ? b->data : NULL;
    if (!p || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        p[i] = i / 3 % 7 == 3 ? 0 : (float)(8 * ridge_uniform(&seed) - 4);
    return 0;
}

int lengths_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const float *p = ridge_data(c, "points");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        const float *q = p + 3 * index[k];
        scale[k] = want[k] = sqrt((double)q[0] * q[0] + (double)q[1] * q[1] + (double)q[2] * q[2]);
    }
    return 0;
}

int rows_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *x = ridge_data(c, "x");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        for (int j = 0; j < WIDTH; j++) {
            want[k] += x[index[k] * WIDTH + (size_t)j];
            scale[k] += fabs(x[index[k] * WIDTH + (size_t)j]);
        }
    }
    return 0;
}

int words_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint32_t *x = b ? b->data : NULL;
    if (!x || b->dtype != RIDGE_U32)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        x[i] = (uint32_t)(ridge_next(&seed) >> 32);
    return 0;
}

int mixed_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const uint32_t *x = ridge_data(c, "words");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        uint32_t v = x[index[k]];
        for (int s = 0; s < STEPS && index[k] % RARE == 0; s++) {
            v ^= v << 13;
            v ^= v >> 17;
            v ^= v << 5;
        }
        scale[k] = want[k] = index[k] % RARE ? v * 1664525u + 1013904223u : v;
    }
    return 0;
}

int dots_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *a = ridge_data(c, "a"), *b = ridge_data(c, "b");
    size_t C = (size_t)ridge_int(c, "C");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        for (size_t j = 0; j < C; j++) {
            double p = (double)a[index[k] * C + j] * b[index[k] * C + j];
            want[k] += p;
            scale[k] += fabs(p);
        }
    }
    return 0;
}

/* How classes are spread: 0 evenly, 1 all of the last one, 2 the first and the last in turn. */
int class_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *x = b ? b->data : NULL;
    int64_t kind = ridge_int(c, "kind");
    if (!x || b->dtype != RIDGE_I32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        int32_t any = (int32_t)(ridge_next(&seed) % CLASSES);
        x[i] = kind == 1 ? CLASSES - 1 : kind == 2 ? (i % 2 ? CLASSES - 1 : 0) : any;
    }
    return 0;
}

int classes_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const int32_t *x = ridge_data(c, "class");
    size_t N = (size_t)ridge_int(c, "n"), T = ridge_buffer(c, out)->count / CLASSES;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        for (size_t i = index[k] % T; i < N; i += T)
            want[k] += (size_t)x[i] == index[k] / T;
    }
    return 0;
}
