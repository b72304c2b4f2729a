/*
 * lib_wmma.c: nvcuda::wmma: fragments, their loads and stores, and the product.
 *
 * Fragments are laid out as sm_90 does it (measured: every shape and type, element by element), and their
 * loads and stores make the accesses that ptxas emits: from global memory, words of 32 bits for 16-bit types
 * whatever the layout (MOVM transposes in registers); from shared memory, ldmatrix, 16 bytes a lane of whole
 * 8x8 blocks; accumulators in 64-bit pairs where these are contiguous. SIMT_N_MMA counts what
 * sm__inst_executed_pipe_tensor counts there: HMMA.16816 or IMMA.16816 twice, HMMA.1684.TF32 four times, DMMA
 * once.
 */
#include <immintrin.h>
#include <string.h>

#include "runner/simt/include/simt/lib_abi.h"
#include "runner/simt/rt/rt.h"

enum { MAX_ELEMENTS = 16, MAX_MATRIX = 32 * 16, LANES = 32 };

static const struct shape { unsigned char m, n, k; } shapes[SIMT_WMMA_SHAPES] = {
    {16, 16, 16}, {32, 8, 16}, {8, 32, 16}, {16, 16, 8}, {8, 8, 4}
};

struct layout { /* of one fragment: where element e of a lane lies in the matrix */
    unsigned rows, cols, elements, real; /* elements past `real` repeat the first ones */
    struct { unsigned char r, c; } at[LANES][MAX_ELEMENTS];
};

static unsigned type_size(unsigned type)
{
    return type == SIMT_WMMA_F64 ? 8 : type == SIMT_WMMA_S8 || type == SIMT_WMMA_U8 ? 1 :
           type == SIMT_WMMA_F16 || type == SIMT_WMMA_BF16 ? 2 : 4;
}

/* (line, k) of an A or a transposed B fragment: lines go over m or n. g is lane / 4, t is lane % 4. */
static void operand_at(unsigned size, unsigned lines, int b, unsigned g, unsigned t, unsigned e,
                       unsigned *line, unsigned *k)
{
    switch (size) {
    case 1: *line = g + 8 * (e >> 2), *k = 4 * t + (e & 3); break;
    case 2:
        if (lines == 8)
            *line = g, *k = 2 * t + (e & 1) + 8 * (e >> 1);
        else if (b && lines == 16) /* the k halves of B come before the n halves */
            *line = g + 8 * (e >> 2), *k = 2 * t + (e & 1) + 8 * (e >> 1 & 1);
        else
            *line = g + 8 * (e >> 1 & 1) + 16 * (e >> 3), *k = 2 * t + (e & 1) + 8 * (e >> 2 & 1);
        break;
    case 4:
        if (b)
            *line = g + 8 * (e >> 1), *k = t + 4 * (e & 1);
        else
            *line = g + 8 * (e & 1), *k = t + 4 * (e >> 1);
        break;
    default: *line = g, *k = t; break;
    }
}

static void accumulator_at(const struct shape *s, unsigned g, unsigned t, unsigned e, unsigned *r,
                           unsigned *c)
{
    if (s->m == 8 && s->n == 32) /* the device computes the transposed product */
        *r = 2 * t + (e & 1), *c = g + 8 * (e >> 1);
    else if (s->m == 32)
        *r = g + 8 * (e >> 1), *c = 2 * t + (e & 1);
    else
        *r = g + 8 * (e >> 1 & 1), *c = 2 * t + (e & 1) + 8 * (e >> 2);
}

static void layout_make(struct layout *l, unsigned use, unsigned shape, unsigned type)
{
    const struct shape *s = &shapes[shape];
    unsigned line = 0, k = 0;

    l->rows = use == SIMT_WMMA_B ? s->k : s->m;
    l->cols = use == SIMT_WMMA_A ? s->k : s->n;
    l->real = l->rows * l->cols / LANES;
    l->elements = use != SIMT_WMMA_C && type == SIMT_WMMA_F16 ? MAX_ELEMENTS : l->real;
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned i = 0; i < l->elements; i++) {
            unsigned g = lane / 4, t = lane % 4, e = i % l->real;
            if (use == SIMT_WMMA_C)
                accumulator_at(s, g, t, e, &line, &k);
            else
                operand_at(type_size(type), use == SIMT_WMMA_A ? s->m : s->n, use == SIMT_WMMA_B, g, t, e,
                           &line, &k);
            l->at[lane][i].r = (unsigned char)(use == SIMT_WMMA_B ? k : line);
            l->at[lane][i].c = (unsigned char)(use == SIMT_WMMA_B ? line : k);
        }
}

static struct layout layouts[3][SIMT_WMMA_SHAPES][SIMT_WMMA_S32 + 1];

static void __attribute__((constructor)) make_layouts(void)
{
    for (unsigned shape = 0; shape < SIMT_WMMA_SHAPES; shape++)
        for (unsigned type = 0; type <= SIMT_WMMA_S32; type++)
            for (unsigned use = 0; use < 3; use++)
                if ((shape < 3) == (type_size(type) < 4 || type == SIMT_WMMA_F32 || type == SIMT_WMMA_S32) ||
                    (shape == SIMT_WMMA_16x16x8 && type_size(type) == 4) ||
                    (shape == SIMT_WMMA_8x8x4 && type == SIMT_WMMA_F64))
                    layout_make(&layouts[use][shape][type], use, shape, type);
}

/* ---- memory -------------------------------------------------------------------------------------------- */

struct place { /* a matrix in memory */
    char *p;
    size_t ldm;
    unsigned size, row_major;
};

static char *element(const struct place *m, unsigned r, unsigned c)
{
    return m->p + (m->row_major ? r * m->ldm + c : c * m->ldm + r) * m->size;
}

/* The element at (line, along) of the 8x8 block of (r, c), lines going as memory does. */
static char *in_block(const struct place *m, unsigned r, unsigned c, unsigned line, unsigned along)
{
    r &= ~7u, c &= ~7u;
    return m->row_major ? element(m, r + line, c + along) : element(m, r + along, c + line);
}

/* ldmatrix: lanes 8i to 8i+7 name the lines of block i, four blocks an instruction. */
static void matrix_lines(const struct layout *l, const struct place *m, unsigned lane, uintptr_t pc)
{
    unsigned step = 4 / m->size; /* elements a register */
    for (unsigned first = 0; first < l->real / step; first += 4) {
        unsigned block = first + lane / 8;
        if (block >= l->real / step)
            continue;
        unsigned r = l->at[0][block * step].r, c = l->at[0][block * step].c;
        if (m->size == 1)
            simt_access(SIMT_READ, 4, m->row_major ? element(m, (r & ~7u) + lane % 8, 0) :
                                                     element(m, 0, (c & ~7u) + lane % 8), pc);
        else
            simt_access(SIMT_READ, 4, in_block(m, r, c, lane % 8, 0), pc);
    }
}

static void accesses(const struct layout *l, const struct place *m, struct simt_wmma_kind kind, int op,
                     unsigned lane, uintptr_t pc)
{
    int natural = kind.row_major == (kind.use == SIMT_WMMA_A);
    int operand = kind.use != SIMT_WMMA_C;

    if (operand && (m->size == 2 || (m->size == 1 && natural)) && simt_space(m->p) == SPACE_SHARED) {
        matrix_lines(l, m, lane, pc);
        return;
    }
    for (unsigned e = 0; e < l->real;) {
        unsigned r = l->at[lane][e].r, c = l->at[lane][e].c, g = lane / 4, t = lane % 4;
        if (m->size == 2) {
            simt_access(op, 2, in_block(m, r, c, g, 2 * t), pc);
            e += 2;
        } else if (m->size == 1 && natural) {
            simt_access(op, 2, element(m, r, c), pc);
            e += 4;
        } else {
            int lg = m->size == 1 ? 0 : m->size == 4 ? 2 : 3;
            int pair = !operand && e + 1 < l->real &&
                       element(m, l->at[lane][e + 1].r, l->at[lane][e + 1].c) == element(m, r, c) + m->size;
            simt_access(op, lg + pair, element(m, r, c), pc);
            e += pair ? 2 : 1;
        }
    }
}

void simt_wmma_load(void *x, const void *p, unsigned ldm, struct simt_wmma_kind kind, uintptr_t pc)
{
    const struct layout *l = &layouts[kind.use][kind.shape][kind.type];
    struct place m = {(char *)(uintptr_t)p, ldm, type_size(kind.type), kind.row_major};
    unsigned lane = simt_lane.lane % LANES;

    accesses(l, &m, kind, SIMT_READ, lane, pc);
    for (unsigned e = 0; e < l->elements; e++)
        memcpy((char *)x + e * m.size, element(&m, l->at[lane][e].r, l->at[lane][e].c), m.size);
}

void simt_wmma_store(const void *x, void *p, unsigned ldm, struct simt_wmma_kind kind, uintptr_t pc)
{
    const struct layout *l = &layouts[kind.use][kind.shape][kind.type];
    struct place m = {p, ldm, type_size(kind.type), kind.row_major};
    unsigned lane = simt_lane.lane % LANES;

    accesses(l, &m, kind, SIMT_WRITE, lane, pc);
    for (unsigned e = 0; e < l->real; e++)
        memcpy(element(&m, l->at[lane][e].r, l->at[lane][e].c), (const char *)x + e * m.size, m.size);
}

/* ---- the product --------------------------------------------------------------------------------------- */

static float to_float(const void *x, unsigned e, unsigned type)
{
    uint32_t u;
    float f;
    switch (type) {
    case SIMT_WMMA_F16: return _cvtsh_ss(((const uint16_t *)x)[e]);
    case SIMT_WMMA_BF16: u = (uint32_t)((const uint16_t *)x)[e] << 16; break;
    case SIMT_WMMA_TF32: u = ((const uint32_t *)x)[e] & 0xffffe000u; break; /* the device ignores the rest */
    default: return ((const float *)x)[e];
    }
    memcpy(&f, &u, sizeof f);
    return f;
}

#define EACH(l)                                                                                              \
    for (unsigned lane = 0; lane < LANES; lane++)                                                            \
        if (args[lane])                                                                                      \
            for (unsigned e = 0; e < (l)->real; e++)
#define AT(l) ((l)->at[lane][e].r * (l)->cols + (l)->at[lane][e].c)

static void product_float(struct simt_wmma_args **args, const struct simt_wmma_args *w,
                          const struct layout *la, const struct layout *lb, const struct layout *lc)
{
    static __thread float a[MAX_MATRIX], b[MAX_MATRIX], c[MAX_MATRIX];
    unsigned m = lc->rows, n = lc->cols, k = la->cols;

    EACH(la) a[AT(la)] = to_float(args[lane]->a, e, w->type);
    EACH(lb) b[AT(lb)] = to_float(args[lane]->b, e, w->type);
    EACH(lc) c[AT(lc)] = to_float(args[lane]->c, e, w->acc);
    for (unsigned i = 0; i < m; i++)
        for (unsigned x = 0; x < k; x++)
            for (unsigned j = 0; j < n; j++)
                c[i * n + j] += a[i * k + x] * b[x * n + j];
    EACH(lc)
    {
        if (w->acc == SIMT_WMMA_F16)
            ((uint16_t *)args[lane]->d)[e] = (uint16_t)_cvtss_sh(c[AT(lc)], 0);
        else
            ((float *)args[lane]->d)[e] = c[AT(lc)];
    }
}

static void product_int(struct simt_wmma_args **args, const struct simt_wmma_args *w, const struct layout *la,
                        const struct layout *lb, const struct layout *lc)
{
    static __thread int a[MAX_MATRIX], b[MAX_MATRIX];
    static __thread int64_t c[MAX_MATRIX];
    unsigned m = lc->rows, n = lc->cols, k = la->cols;

#define BYTE(p) (w->type == SIMT_WMMA_S8 ? ((const int8_t *)(p))[e] : ((const uint8_t *)(p))[e])
    EACH(la) a[AT(la)] = BYTE(args[lane]->a);
    EACH(lb) b[AT(lb)] = BYTE(args[lane]->b);
    EACH(lc) c[AT(lc)] = ((const int32_t *)args[lane]->c)[e];
    for (unsigned i = 0; i < m; i++)
        for (unsigned x = 0; x < k; x++)
            for (unsigned j = 0; j < n; j++)
                c[i * n + j] += a[i * k + x] * b[x * n + j];
    EACH(lc)
    {
        int64_t v = c[AT(lc)];
        if (w->saturate)
            v = v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v;
        ((int32_t *)args[lane]->d)[e] = (int32_t)v;
    }
}

static void product_double(struct simt_wmma_args **args, const struct layout *la, const struct layout *lb,
                           const struct layout *lc)
{
    double a[32], b[32], c[64];
    unsigned m = lc->rows, n = lc->cols, k = la->cols;

    EACH(la) a[AT(la)] = ((const double *)args[lane]->a)[e];
    EACH(lb) b[AT(lb)] = ((const double *)args[lane]->b)[e];
    EACH(lc) c[AT(lc)] = ((const double *)args[lane]->c)[e];
    for (unsigned i = 0; i < m; i++)
        for (unsigned x = 0; x < k; x++)
            for (unsigned j = 0; j < n; j++)
                c[i * n + j] += a[i * k + x] * b[x * n + j];
    EACH(lc)((double *)args[lane]->d)[e] = c[AT(lc)];
}

void simt_wmma_mma(void **lane_args, uint64_t mask)
{
    struct simt_wmma_args *args[LANES];
    unsigned first = mask ? (unsigned)__builtin_ctzll(mask) : 0, base = first / LANES * LANES;

    for (unsigned i = 0; i < LANES; i++)
        args[i] = mask >> (base + i) & 1 ? lane_args[base + i] : NULL;
    const struct simt_wmma_args *w = lane_args[first];
    const struct layout *la = &layouts[SIMT_WMMA_A][w->shape][w->type];
    const struct layout *lb = &layouts[SIMT_WMMA_B][w->shape][w->type];
    const struct layout *lc = &layouts[SIMT_WMMA_C][w->shape][w->acc];
    if (w->type == SIMT_WMMA_F64)
        product_double(args, la, lb, lc);
    else if (w->acc == SIMT_WMMA_S32)
        product_int(args, w, la, lb, lc);
    else
        product_float(args, w, la, lb, lc);
    simt_counter_add(SIMT_N_MMA, w->type == SIMT_WMMA_F64 ? 1 : w->type == SIMT_WMMA_TF32 ? 4 : 2);
    simt_counter_add(SIMT_N_TENSOR_FLOP, 2ull * lc->rows * lc->cols * la->cols);
}
