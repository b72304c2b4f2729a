/*
 * lib_cublaslt.c: cuBLASLt's product: sums in float (doubles in double, bytes in 32 bits), then one pass over D that
 * scales, adds C and bias, applies the activation and rounds. GELU is the tanh form, as cuBLASLt's.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner/simt/include/cublasLt.h"
#include "lib_cublas.h"

typedef cublasLtMatrixLayoutOpaque_t layout;

/* ---- objects ------------------------------------------------------------------------------------------- */

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) { return cublasCreate(handle); }
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) { return cublasDestroy(handle); }
size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }
size_t cublasLtGetCudartVersion(void) { return CUBLAS_VERSION / 10; }

cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t desc, cublasComputeType_t compute, cudaDataType_t scale)
{
    *desc = (cublasLtMatmulDescOpaque_t){ .compute = compute,
                                          .scale = scale,
                                          .epilogue = CUBLASLT_EPILOGUE_DEFAULT,
                                          .bias_type = (cudaDataType)-1,
                                          .aux_type = (cudaDataType)-1 };
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc, cublasComputeType_t compute,
                                        cudaDataType_t scale)
{
    *desc = calloc(1, sizeof **desc);
    return *desc ? cublasLtMatmulDescInit(*desc, compute, scale) : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc)
{
    free(desc);
    return CUBLAS_STATUS_SUCCESS;
}

static void *desc_field(cublasLtMatmulDesc_t d, cublasLtMatmulDescAttributes_t attr, size_t *size)
{
#define FIELD(name, member)                                                                                  \
    case CUBLASLT_MATMUL_DESC_##name: *size = sizeof d->member; return &d->member;
    switch (attr) {
        FIELD(COMPUTE_TYPE, compute)
        FIELD(SCALE_TYPE, scale)
        FIELD(POINTER_MODE, pointer_mode)
        FIELD(TRANSA, trans_a)
        FIELD(TRANSB, trans_b)
        FIELD(EPILOGUE, epilogue)
        FIELD(BIAS_POINTER, bias)
        FIELD(BIAS_BATCH_STRIDE, bias_stride)
        FIELD(BIAS_DATA_TYPE, bias_type)
        FIELD(EPILOGUE_AUX_POINTER, aux)
        FIELD(EPILOGUE_AUX_LD, aux_ld)
        FIELD(EPILOGUE_AUX_BATCH_STRIDE, aux_stride)
        FIELD(EPILOGUE_AUX_DATA_TYPE, aux_type)
    default: return NULL;
    }
#undef FIELD
}
static void *layout_field(cublasLtMatrixLayout_t l, cublasLtMatrixLayoutAttribute_t attr, size_t *size)
{
#define FIELD(name, member)                                                                                  \
    case CUBLASLT_MATRIX_LAYOUT_##name: *size = sizeof l->member; return &l->member;
    switch (attr) {
        FIELD(TYPE, type)
        FIELD(ORDER, order)
        FIELD(ROWS, rows)
        FIELD(COLS, cols)
        FIELD(LD, ld)
        FIELD(BATCH_COUNT, batch)
        FIELD(STRIDED_BATCH_OFFSET, stride)
    default: return NULL;
    }
#undef FIELD
}
static cublasStatus_t put(void *field, size_t room, const void *value, size_t size)
{
    if (!field)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (!value || size != room)
        return CUBLAS_STATUS_INVALID_VALUE;
    memcpy(field, value, size);
    return CUBLAS_STATUS_SUCCESS;
}
static cublasStatus_t get(const void *field, size_t room, void *value, size_t size, size_t *written)
{
    if (!field)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (written)
        *written = room;
    if (size < room && size)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (size)
        memcpy(value, field, room);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attr,
                                              const void *value, size_t size)
{
    size_t room = 0;
    void *field = desc_field(desc, attr, &room);
    return put(field, room, value, size);
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attr,
                                              void *value, size_t size, size_t *written)
{
    size_t room = 0;
    const void *field = desc_field(desc, attr, &room);
    return get(field, room, value, size, written);
}
cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t l, cudaDataType type, uint64_t rows, uint64_t cols,
                                        int64_t ld)
{
    *l = (layout){ .type = type, .order = CUBLASLT_ORDER_COL, .batch = 1, .rows = rows, .cols = cols, .ld = ld };
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *l, cudaDataType type, uint64_t rows,
                                          uint64_t cols, int64_t ld)
{
    *l = calloc(1, sizeof **l);
    return *l ? cublasLtMatrixLayoutInit(*l, type, rows, cols, ld) : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t l)
{
    free(l);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t l,
                                                cublasLtMatrixLayoutAttribute_t attr, const void *value,
                                                size_t size)
{
    size_t room = 0;
    void *field = layout_field(l, attr, &room);
    return put(field, room, value, size);
}
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t l,
                                                cublasLtMatrixLayoutAttribute_t attr, void *value,
                                                size_t size, size_t *written)
{
    size_t room = 0;
    const void *field = layout_field(l, attr, &room);
    return get(field, room, value, size, written);
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference)
{
    *preference = calloc(1, sizeof **preference);
    return *preference ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference)
{
    *preference = (cublasLtMatmulPreferenceOpaque_t){ 0 };
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference)
{
    free(preference);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attr,
                                                    const void *value, size_t size)
{
    if (attr == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES && size == sizeof preference->workspace)
        memcpy(&preference->workspace, value, size);
    return CUBLAS_STATUS_SUCCESS;
}

/* ---- the product --------------------------------------------------------------------------------------- */

struct matmul {
    cublasLtMatmulDescOpaque_t d;
    layout a, b, c, out;
    const void *pa, *pb, *pc;
    void *po;
    struct scalar alpha, beta;
    unsigned m, n, k;
};

static size_t extent(const layout *l)
{
    uint64_t lines = l->order == CUBLASLT_ORDER_ROW ? l->rows : l->cols;
    uint64_t along = l->order == CUBLASLT_ORDER_ROW ? l->cols : l->rows;
    return lines && along ? ((lines - 1) * (uint64_t)l->ld + along) * gemm_size(gemm_type_of(l->type)) : 0;
}
static size_t at(const layout *l, unsigned i, unsigned j)
{
    return l->order == CUBLASLT_ORDER_ROW ? i * (size_t)l->ld + j : i + j * (size_t)l->ld;
}

#define GELU_SCALE 0.7978845608028654 /* sqrt(2 / pi) */
static double gelu(double x) { return 0.5 * x * (1 + tanh(GELU_SCALE * (x + 0.044715 * x * x * x))); }
static double gelu_slope(double x)
{
    double t = tanh(GELU_SCALE * (x + 0.044715 * x * x * x));
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * GELU_SCALE * (1 + 3 * 0.044715 * x * x);
}

struct epilogue {
    void *bias, *aux;
    int bias_type, aux_type;
};

/* One element after alpha, beta and C; aux is before the activation, or what its slope is taken of. */
static double activate(unsigned what, const struct epilogue *e, unsigned row, size_t aux, double v)
{
    if (what & CUBLASLT_EPILOGUE_BIAS)
        v += gemm_load(e->bias, row, e->bias_type);
    if ((what & CUBLASLT_EPILOGUE_DGELU) == CUBLASLT_EPILOGUE_DGELU)
        return v * gelu_slope(gemm_load(e->aux, aux, e->aux_type));
    if (what & CUBLASLT_EPILOGUE_GELU) {
        if (what & 128)
            gemm_store(e->aux, aux, e->aux_type, v);
        return gelu(v);
    }
    if (what & CUBLASLT_EPILOGUE_RELU)
        return v > 0 ? v : 0;
    return v;
}

static void finish(const struct matmul *w, const void *acc, int acc_type, double alpha, double beta,
                   const void *c, void *out, const struct epilogue *e)
{
    unsigned what = w->d.epilogue;
    int tc = gemm_type_of(w->c.type), td = gemm_type_of(w->out.type),
        sums = what & 16; /* ..._BGRAD: rows of D summed */

    for (unsigned i = 0; i < w->m; i++) {
        double row = 0;
        for (unsigned j = 0; j < w->n; j++) {
            double v = alpha * gemm_load(acc, i + (size_t)j * w->m, acc_type);
            if (beta != 0)
                v += beta * gemm_load(c, at(&w->c, i, j), tc);
            v = activate(what, e, i, i + j * (size_t)w->d.aux_ld, v);
            gemm_store(out, at(&w->out, i, j), td, v);
            row += v;
        }
        if (sums)
            gemm_store(e->bias, i, e->bias_type, row);
    }
}

/* BGRADA, BGRADB: the bias gets op(A) or op(B) summed over k. */
static void sum_operand(const struct matmul *w, const void *p, const layout *l, int trans, unsigned n,
                        int first, const struct epilogue *e)
{
    for (unsigned i = 0; i < n; i++) {
        double sum = 0;
        for (unsigned x = 0; x < w->k; x++) {
            unsigned r = first ? i : x, c = first ? x : i;
            sum += gemm_load(p, trans ? at(l, c, r) : at(l, r, c), gemm_type_of(l->type));
        }
        gemm_store(e->bias, i, e->bias_type, sum);
    }
}

static int reaches(const struct matmul *w, const void *a, const void *b, const void *c, void *out,
                   double beta, const struct epilogue *e)
{
    unsigned what = w->d.epilogue, bias = what & (CUBLASLT_EPILOGUE_BIAS | 16 | 256 | 512);
    size_t n = what & CUBLASLT_EPILOGUE_BGRADB ? w->n : w->m;
    if (!lib_reads("cublasLtMatmul: A", a, extent(&w->a)) ||
        !lib_reads("cublasLtMatmul: B", b, extent(&w->b)))
        return 0;
    if ((beta != 0 && !lib_reads("cublasLtMatmul: C", c, extent(&w->c))) ||
        !lib_writes("cublasLtMatmul: D", out, extent(&w->out)))
        return 0;
    size_t length = bias ? n * gemm_size(e->bias_type) : 0;
    if (bias == CUBLASLT_EPILOGUE_BIAS ? !lib_reads("cublasLtMatmul: bias", e->bias, length) :
                                         !lib_writes("cublasLtMatmul: bias", e->bias, length))
        return 0;
    size_t aux = w->n ? ((w->n - 1) * (size_t)w->d.aux_ld + w->m) * gemm_size(e->aux_type) : 0;
    return !(what & 128) || lib_writes("cublasLtMatmul: auxiliary matrix", e->aux, aux);
}

static void run(void *arg)
{
    struct matmul *w = arg;
    double alpha, beta;
    int ta = gemm_type_of(w->a.type);
    int acc_type = ta == GEMM_F64 ? GEMM_F64 : ta == GEMM_S8 ? GEMM_S32 : GEMM_F32;
    void *acc = malloc((size_t)w->m * w->n * gemm_size(acc_type) + 1);

    if (!acc || !scalar_get(&w->alpha, &alpha) || !scalar_get(&w->beta, &beta)) {
        free(acc);
        return;
    }
    for (int i = 0; i < w->out.batch; i++) {
        const char *a = (const char *)w->pa + i * w->a.stride * (int64_t)gemm_size(gemm_type_of(w->a.type));
        const char *b = (const char *)w->pb + i * w->b.stride * (int64_t)gemm_size(gemm_type_of(w->b.type));
        const char *c = (const char *)w->pc + i * w->c.stride * (int64_t)gemm_size(gemm_type_of(w->c.type));
        char *out = (char *)w->po + i * w->out.stride * (int64_t)gemm_size(gemm_type_of(w->out.type));
        struct epilogue e = { .bias_type = gemm_type_of(w->d.bias_type), .aux_type = gemm_type_of(w->d.aux_type) };
        e.bias = (char *)w->d.bias + i * w->d.bias_stride * (int64_t)gemm_size(e.bias_type);
        e.aux = (char *)w->d.aux + i * w->d.aux_stride * (int64_t)gemm_size(e.aux_type);
        if (!reaches(w, a, b, c, out, beta, &e))
            break;
        struct gemm g = { .m = w->m,
                          .n = w->n,
                          .k = w->k,
                          .type_a = gemm_type_of(w->a.type),
                          .type_b = gemm_type_of(w->b.type),
                          .type_c = acc_type,
                          .a = a,
                          .b = b,
                          .c = acc,
                          .lda = (size_t)w->a.ld,
                          .ldb = (size_t)w->b.ld,
                          .ldc = w->m,
                          .alpha = 1 };
        g.transposed_a = w->d.trans_a ^ (w->a.order == CUBLASLT_ORDER_ROW);
        g.transposed_b = w->d.trans_b ^ (w->b.order == CUBLASLT_ORDER_ROW);
        gemm_run(&g);
        finish(w, acc, acc_type, alpha, beta, c, out, &e);
        if (w->d.epilogue & CUBLASLT_EPILOGUE_BGRADA)
            sum_operand(w, a, &w->a, w->d.trans_a, w->m, 1, &e);
        if (w->d.epilogue & CUBLASLT_EPILOGUE_BGRADB)
            sum_operand(w, b, &w->b, w->d.trans_b, w->n, 0, &e);
    }
    free(acc);
}

/* Products of bytes: summed in 32 bits, to 32 bits, or to bytes by a scale in float. */
static int of_bytes(const struct matmul *w)
{
    int td = gemm_type_of(w->out.type), scale = gemm_type_of(w->d.scale);
    return gemm_type_of(w->a.type) == GEMM_S8 && gemm_type_of(w->b.type) == GEMM_S8 && w->c.type == w->out.type &&
           (w->d.compute == CUBLAS_COMPUTE_32I || w->d.compute == CUBLAS_COMPUTE_32I_PEDANTIC) &&
           w->d.epilogue == CUBLASLT_EPILOGUE_DEFAULT &&
           ((td == GEMM_S32 && scale == GEMM_S32) || (td == GEMM_S8 && scale == GEMM_F32));
}

/* What cublasLtMatmul() will do, or why it cannot. */
static cublasStatus_t prepare(struct matmul *w, cublasLtMatmulDesc_t desc, const layout *a, const layout *b,
                              const layout *c, const layout *d)
{
    if (!desc || !a || !b || !d)
        return CUBLAS_STATUS_INVALID_VALUE;
    *w = (struct matmul){ .d = *desc, .a = *a, .b = *b, .c = c ? *c : *d, .out = *d };
    w->d.trans_a = desc->trans_a != CUBLAS_OP_N, w->d.trans_b = desc->trans_b != CUBLAS_OP_N;
    if ((int)w->d.bias_type < 0)
        w->d.bias_type = d->type;
    if ((int)w->d.aux_type < 0)
        w->d.aux_type = d->type;
    w->m = (unsigned)d->rows, w->n = (unsigned)d->cols;
    w->k = (unsigned)(w->d.trans_a ? a->rows : a->cols);
    if ((w->d.trans_a ? a->cols : a->rows) != d->rows || (w->d.trans_b ? b->rows : b->cols) != d->cols ||
        (w->d.trans_b ? b->cols : b->rows) != w->k)
        return CUBLAS_STATUS_INVALID_VALUE;
    int ta = gemm_type_of(a->type), tb = gemm_type_of(b->type), td = gemm_type_of(d->type);
    if (ta == GEMM_S8 || td == GEMM_S8 || td == GEMM_S32)
        return of_bytes(w) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
    if (ta < 0 || ta != tb || td < 0 || gemm_type_of(w->c.type) < 0 || (ta == GEMM_F64) != (td == GEMM_F64) ||
        desc->epilogue == CUBLASLT_EPILOGUE_RELU_AUX || desc->epilogue == CUBLASLT_EPILOGUE_RELU_AUX_BIAS ||
        (desc->epilogue & CUBLASLT_EPILOGUE_DRELU) == CUBLASLT_EPILOGUE_DRELU)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                              cublasLtMatrixLayout_t A, cublasLtMatrixLayout_t B,
                                              cublasLtMatrixLayout_t C, cublasLtMatrixLayout_t D,
                                              cublasLtMatmulPreference_t preference, int requested,
                                              cublasLtMatmulHeuristicResult_t results[], int *returned)
{
    struct matmul w;
    (void)preference;
    CUBLAS_KNOWN(handle);
    if (requested < 1 || !results || !returned)
        return CUBLAS_STATUS_INVALID_VALUE;
    *returned = 0;
    cublasStatus_t s = prepare(&w, desc, A, B, C, D);
    if (s != CUBLAS_STATUS_SUCCESS)
        return s;
    memset(&results[0], 0, sizeof results[0]);
    results[0].wavesCount = 1;
    *returned = 1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void *alpha,
                              const void *A, cublasLtMatrixLayout_t layoutA, const void *B,
                              cublasLtMatrixLayout_t layoutB, const void *beta, const void *C,
                              cublasLtMatrixLayout_t layoutC, void *D, cublasLtMatrixLayout_t layoutD,
                              const cublasLtMatmulAlgo_t *algo, void *workspace, size_t workspaceSize,
                              cudaStream_t stream)
{
    struct matmul w;
    (void)algo, (void)workspace, (void)workspaceSize;
    CUBLAS_KNOWN(handle);
    cublasStatus_t s = prepare(&w, desc, layoutA, layoutB, layoutC, layoutD);
    if (s != CUBLAS_STATUS_SUCCESS) {
        error_addf("api", API_PC,
                   "cublasLtMatmul: %s: look at the layouts' sizes and types, and at the epilogue",
                   cublasGetStatusString(s));
        return s;
    }
    struct cublasContext on = { .stream = stream, .mode = (cublasPointerMode_t)desc->pointer_mode };
    int scale = gemm_type_of(desc->scale);
    w.pa = A, w.pb = B, w.pc = C, w.po = D;
    w.alpha = scalar_of(&on, alpha, scale), w.beta = scalar_of(&on, beta, scale);
    if (!w.m || !w.n || w.out.batch < 1)
        return CUBLAS_STATUS_SUCCESS;
    double flop = 2.0 * w.m * w.n * w.k * w.out.batch;
    double bytes = (double)(extent(&w.a) + extent(&w.b) + extent(&w.out)) * w.out.batch;
    return cublas_submit(&on, run, &w, sizeof w, flop, bytes, gemm_type_of(w.a.type), API_PC);
}
