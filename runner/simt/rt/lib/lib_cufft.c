/*
 * lib_cufft.c: cuFFT. One mixed-radix transform, in double, along each dimension in turn; prime factors cost
 * their square. Real data go through a complex transform of the whole.
 */
#include <complex.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runner/simt/include/cufftXt.h"
#include "lib.h"

#ifndef CMPLX /* glibc has it for gcc only */
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif

typedef double complex cplx;

enum { MAX_PLANS = 1024, MAX_RANK = 3 };

struct layout { /* of the input or output in memory: elements of the type stored */
    long stride, dist, embed[MAX_RANK];
};
struct plan {
    int made, rank, n[MAX_RANK], batch, packed; /* packed: no layout was given */
    cufftType type;
    struct layout in, out;
    cudaStream_t stream;
};
static struct plan *plans[MAX_PLANS]; /* a handle is an index */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- one dimension ------------------------------------------------------------------------------------- */

struct twiddles {
    size_t n;
    cplx *w; /* w[k] = e^(sign 2 pi i k / n) */
    cplx *scratch; /* of the largest prime factor */
};

static size_t smallest_factor(size_t n)
{
    if (n % 4 == 0)
        return 4;
    for (size_t p = 2; p * p <= n; p++)
        if (n % p == 0)
            return p;
    return n;
}

/* out[0..n) = the transform of in[0], in[step], ...; the twiddles of the whole have a step of their own. */
static void transform(const struct twiddles *t, size_t n, const cplx *in, size_t step, cplx *out)
{
    if (n == 1) {
        out[0] = in[0];
        return;
    }
    size_t p = smallest_factor(n), m = n / p, ws = t->n / n;
    for (size_t r = 0; r < p; r++)
        transform(t, m, in + r * step, step * p, out + r * m);
    for (size_t k = 0; k < m; k++) {
        cplx *s = t->scratch;
        for (size_t r = 0; r < p; r++)
            s[r] = out[r * m + k] * t->w[r * k * ws];
        if (p == 2) {
            out[k] = s[0] + s[1], out[k + m] = s[0] - s[1];
            continue;
        }
        for (size_t q = 0; q < p; q++) {
            cplx sum = s[0];
            for (size_t r = 1; r < p; r++)
                sum += s[r] * t->w[r * q % p * (t->n / p)];
            out[q * m + k] = sum;
        }
    }
}

static int twiddles_make(struct twiddles *t, size_t n, int sign)
{
    t->n = n;
    t->w = malloc(n * sizeof *t->w);
    t->scratch = malloc(n * sizeof *t->scratch);
    if (!t->w || !t->scratch)
        return 0;
    for (size_t k = 0; k < n; k++) {
        double angle = 2 * M_PI * (double)k / (double)n;
        t->w[k] = CMPLX(cos(angle), sign * sin(angle));
    }
    return 1;
}

/* ---- the whole ----------------------------------------------------------------------------------------- */

/* x is n[0] x ... x n[rank - 1], the last dimension contiguous. */
static void transform_all(const struct plan *p, cplx *x, size_t total, int sign)
{
    size_t inner = total;
    for (int d = 0; d < p->rank; d++) {
        size_t n = (size_t)p->n[d];
        struct twiddles t = { 0 };
        cplx *row = malloc(2 * n * sizeof *row);
        inner /= n; /* elements between neighbours along this dimension */
        if (row && twiddles_make(&t, n, sign))
            for (size_t line = 0; line < total / n; line++) {
                cplx *at = x + line / inner * inner * n + line % inner;
                for (size_t i = 0; i < n; i++)
                    row[i] = at[i * inner];
                transform(&t, n, row, 1, row + n);
                for (size_t i = 0; i < n; i++)
                    at[i * inner] = row[n + i];
            }
        free(row);
        free(t.w);
        free(t.scratch);
    }
}

static int is_double(cufftType t) { return (t & 0x40) != 0; }
static int real_input(cufftType t) { return (t & 0xf) == 0xa; }
static int real_output(cufftType t) { return (t & 0xf) == 0xc; }

static long place(const struct plan *p, const struct layout *l, const int *at)
{
    long i = 0;
    for (int d = 0; d < p->rank; d++)
        i = i * l->embed[d] + at[d];
    return i * l->stride;
}

static int next(const struct plan *p, int *at, int last)
{
    for (int d = p->rank - 1; d >= 0; d--) {
        if (++at[d] < (d == p->rank - 1 ? last : p->n[d]))
            return 1;
        at[d] = 0;
    }
    return 0;
}

static size_t index_of(const struct plan *p, const int *at)
{
    size_t i = 0;
    for (int d = 0; d < p->rank; d++)
        i = i * (size_t)p->n[d] + (size_t)at[d];
    return i;
}

static double number(const void *p, long i, int wide)
{
    return wide ? ((const double *)p)[i] : ((const float *)p)[i];
}

static void load(const struct plan *p, const void *in, long first, cplx *x)
{
    int wide = is_double(p->type), at[MAX_RANK] = { 0 }, n = p->n[p->rank - 1];
    do {
        long i = first + place(p, &p->in, at);
        cplx v = real_input(p->type) ? number(in, i, wide)
                                     : CMPLX(number(in, 2 * i, wide), number(in, 2 * i + 1, wide));
        x[index_of(p, at)] = v;
        if (real_output(p->type)) { /* the half that is not stored is the other's conjugate */
            int mirror[MAX_RANK] = { 0 };
            for (int d = 0; d < p->rank; d++)
                mirror[d] = at[d] ? p->n[d] - at[d] : 0;
            if (mirror[p->rank - 1] > n / 2)
                x[index_of(p, mirror)] = conj(v);
        }
    } while (next(p, at, real_output(p->type) ? n / 2 + 1 : n));
}

static void store(const struct plan *p, void *out, long first, const cplx *x)
{
    int wide = is_double(p->type), at[MAX_RANK] = { 0 }, n = p->n[p->rank - 1];
    do {
        long i = first + place(p, &p->out, at);
        double part[2] = { creal(x[index_of(p, at)]), cimag(x[index_of(p, at)]) };
        for (int k = 0; k < (real_output(p->type) ? 1 : 2); k++) {
            long to = real_output(p->type) ? i : 2 * i + k;
            if (wide)
                ((double *)out)[to] = part[k];
            else
                ((float *)out)[to] = (float)part[k];
        }
    } while (next(p, at, real_input(p->type) ? n / 2 + 1 : n));
}

struct exec {
    struct plan p;
    void *in, *out;
    int sign;
};

static size_t reach(const struct plan *p, const struct layout *l, int real, int half)
{
    int last[MAX_RANK] = { 0 };
    for (int d = 0; d < p->rank; d++)
        last[d] = (d == p->rank - 1 && half ? p->n[d] / 2 + 1 : p->n[d]) - 1;
    size_t elements = (size_t)(place(p, l, last) + (p->batch - 1) * l->dist + 1);
    return elements * (is_double(p->type) ? 8 : 4) * (real ? 1 : 2);
}

static void run(void *arg)
{
    struct exec *e = arg;
    const struct plan *p = &e->p;
    size_t total = 1;
    for (int d = 0; d < p->rank; d++)
        total *= (size_t)p->n[d];
    if (!lib_reads("cuFFT's input", e->in, reach(p, &p->in, real_input(p->type), real_output(p->type))) ||
        !lib_writes("cuFFT's output", e->out, reach(p, &p->out, real_output(p->type), real_input(p->type))))
        return;
    cplx *x = malloc(total * sizeof *x);
    for (int b = 0; x && b < p->batch; b++) {
        load(p, e->in, b * p->in.dist, x);
        transform_all(p, x, total, e->sign);
        store(p, e->out, b * p->out.dist, x);
    }
    free(x);
}

/* ---- the API ------------------------------------------------------------------------------------------- */

cufftResult cufftCreate(cufftHandle *plan)
{
    cufftResult r = CUFFT_ALLOC_FAILED;
    pthread_mutex_lock(&lock);
    for (int i = 1; i < MAX_PLANS && r != CUFFT_SUCCESS; i++)
        if (!plans[i] && (plans[i] = calloc(1, sizeof *plans[i]))) {
            *plan = i;
            r = CUFFT_SUCCESS;
        }
    pthread_mutex_unlock(&lock);
    return r;
}

static struct plan *plan_of(cufftHandle h) { return h > 0 && h < MAX_PLANS ? plans[h] : NULL; }

/* Where n's dimensions lie: as given, or packed; half the last one for the complex side of real data. */
static void layout_make(struct layout *l, const struct plan *p, const int *embed, int stride, int dist,
                        int half)
{
    long size = 1;
    for (int d = 0; d < p->rank; d++) {
        l->embed[d] = embed ? embed[d] : d == p->rank - 1 && half ? p->n[d] / 2 + 1 : p->n[d];
        size *= l->embed[d];
    }
    l->stride = embed ? stride : 1;
    l->dist = embed ? dist : size;
}

cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist,
                              int *onembed, int ostride, int odist, cufftType type, int batch,
                              size_t *workSize)
{
    struct plan *p = plan_of(plan);
    if (!p || p->made)
        return CUFFT_INVALID_PLAN;
    if (rank < 1 || rank > MAX_RANK || batch < 1)
        return CUFFT_INVALID_VALUE;
    p->rank = rank, p->type = type, p->batch = batch;
    for (int d = 0; d < rank; d++) {
        if (n[d] < 1)
            return CUFFT_INVALID_SIZE;
        p->n[d] = n[d];
    }
    int given = inembed && onembed; /* cuFFT ignores one without the other */
    p->packed = !given;
    layout_make(&p->in, p, given ? inembed : NULL, istride, idist, real_output(type));
    layout_make(&p->out, p, given ? onembed : NULL, ostride, odist, real_input(type));
    p->made = 1;
    if (workSize)
        *workSize = 0;
    return CUFFT_SUCCESS;
}

cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, long long *onembed, long long ostride,
                                long long odist, cufftType type, long long batch, size_t *workSize)
{
    int small[3][MAX_RANK] = { { 0 } };
    for (int d = 0; d < rank && d < MAX_RANK; d++) {
        small[0][d] = (int)n[d];
        small[1][d] = inembed ? (int)inembed[d] : 0;
        small[2][d] = onembed ? (int)onembed[d] : 0;
    }
    return cufftMakePlanMany(plan, rank, small[0], inembed ? small[1] : NULL, (int)istride, (int)idist,
                             onembed ? small[2] : NULL, (int)ostride, (int)odist, type, (int)batch, workSize);
}
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, cudaDataType inputtype,
                                long long *onembed, long long ostride, long long odist,
                                cudaDataType outputtype, long long batch, size_t *workSize,
                                cudaDataType executiontype)
{
    static const struct { cudaDataType in, out; cufftType type;
    } known[] = {
        { CUDA_C_32F, CUDA_C_32F, CUFFT_C2C }, { CUDA_R_32F, CUDA_C_32F, CUFFT_R2C },
        { CUDA_C_32F, CUDA_R_32F, CUFFT_C2R }, { CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z },
        { CUDA_R_64F, CUDA_C_64F, CUFFT_D2Z }, { CUDA_C_64F, CUDA_R_64F, CUFFT_Z2D },
    };
    (void)executiontype;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].in == inputtype && known[i].out == outputtype)
            return cufftMakePlanMany64(plan, rank, n, inembed, istride, idist, onembed, ostride, odist,
                                       known[i].type, batch, workSize);
    return CUFFT_NOT_SUPPORTED;
}

static cufftResult make(cufftHandle plan, int rank, int nx, int ny, int nz, cufftType type, int batch,
                        size_t *size)
{
    int n[MAX_RANK] = { nx, ny, nz };
    return cufftMakePlanMany(plan, rank, n, NULL, 1, 0, NULL, 1, 0, type, batch, size);
}
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *workSize)
{
    return make(plan, 1, nx, 1, 1, type, batch, workSize);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *workSize)
{
    return make(plan, 2, nx, ny, 1, type, 1, workSize);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *workSize)
{
    return make(plan, 3, nx, ny, nz, type, 1, workSize);
}

static cufftResult made(cufftHandle *plan, cufftResult r)
{
    if (r != CUFFT_SUCCESS)
        cufftDestroy(*plan);
    return r;
}
cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch)
{
    cufftResult r = cufftCreate(plan);
    return r ? r : made(plan, cufftMakePlan1d(*plan, nx, type, batch, NULL));
}
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type)
{
    cufftResult r = cufftCreate(plan);
    return r ? r : made(plan, cufftMakePlan2d(*plan, nx, ny, type, NULL));
}
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type)
{
    cufftResult r = cufftCreate(plan);
    return r ? r : made(plan, cufftMakePlan3d(*plan, nx, ny, nz, type, NULL));
}
cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch)
{
    cufftResult r = cufftCreate(plan);
    return r ? r
             : made(plan, cufftMakePlanMany(*plan, rank, n, inembed, istride, idist, onembed, ostride, odist,
                                            type, batch, NULL));
}
cufftResult cufftDestroy(cufftHandle plan)
{
    struct plan *p = plan_of(plan);
    if (!p)
        return CUFFT_INVALID_PLAN;
    plans[plan] = NULL;
    free(p);
    return CUFFT_SUCCESS;
}
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream)
{
    struct plan *p = plan_of(plan);
    if (!p)
        return CUFFT_INVALID_PLAN;
    p->stream = stream;
    return CUFFT_SUCCESS;
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int autoAllocate)
{
    (void)autoAllocate;
    return plan_of(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetWorkArea(cufftHandle plan, void *workArea)
{
    (void)workArea;
    return plan_of(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftGetSize(cufftHandle plan, size_t *workSize)
{
    *workSize = 0;
    return plan_of(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftGetVersion(int *version)
{
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}

static void pad(const struct plan *p, struct layout *real)
{
    long n = p->n[p->rank - 1], row = 2 * (n / 2 + 1);
    real->dist = real->dist / n * row;
    real->embed[p->rank - 1] = row;
}

static cufftResult submit(cufftHandle plan, cufftType type, void *in, void *out, int sign, uintptr_t pc)
{
    struct plan *p = plan_of(plan);
    if (!p || !p->made)
        return CUFFT_INVALID_PLAN;
    if (p->type != type) { /* cuFFT takes it, and does what the plan says */
        error_addf("api", pc, "cuFFT: this plan was made for another type of transform than the call's");
        type = p->type;
    }
    struct exec e = { .p = *p, .in = in, .out = out, .sign = sign };
    if (in == out && p->packed && (real_input(type) || real_output(type))) /* the real rows are padded */
        pad(&e.p, real_input(type) ? &e.p.in : &e.p.out);
    double bytes = 2.0 * (double)reach(p, &p->in, real_input(type), real_output(type));
    double seconds = 4e-6 + p->rank * bytes / (0.7 * api_device()->copy_Bps);
    return lib_submit(p->stream, run, &e, sizeof e, seconds, pc) ? CUFFT_EXEC_FAILED : CUFFT_SUCCESS;
}
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *in, cufftComplex *out, int direction)
{
    return submit(plan, CUFFT_C2C, in, out, direction, API_PC);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction)
{
    return submit(plan, CUFFT_Z2Z, in, out, direction, API_PC);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *in, cufftComplex *out)
{
    return submit(plan, CUFFT_R2C, in, out, CUFFT_FORWARD, API_PC);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *in, cufftDoubleComplex *out)
{
    return submit(plan, CUFFT_D2Z, in, out, CUFFT_FORWARD, API_PC);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *in, cufftReal *out)
{
    return submit(plan, CUFFT_C2R, in, out, CUFFT_INVERSE, API_PC);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleReal *out)
{
    return submit(plan, CUFFT_Z2D, in, out, CUFFT_INVERSE, API_PC);
}
cufftResult cufftXtExec(cufftHandle plan, void *input, void *output, int direction)
{
    struct plan *p = plan_of(plan);
    if (!p || !p->made)
        return CUFFT_INVALID_PLAN;
    int sign = real_input(p->type) ? CUFFT_FORWARD : real_output(p->type) ? CUFFT_INVERSE : direction;
    return submit(plan, p->type, input, output, sign, API_PC);
}

/* ---- callbacks ----------------------------------------------------------------------------------------- */

static cufftResult no_callbacks(const char *call, uintptr_t pc)
{
    error_addf("api", pc, "%s: cuFFT's callbacks are not emulated: read, scale or store in a kernel of your own before "
               "or after the transform", call);
    return CUFFT_NOT_IMPLEMENTED;
}
cufftResult cufftXtSetCallback(cufftHandle plan, void **callback_routine, cufftXtCallbackType cbType,
                               void **caller_info)
{
    (void)plan, (void)callback_routine, (void)cbType, (void)caller_info;
    return no_callbacks("cufftXtSetCallback", API_PC);
}
cufftResult cufftXtSetJITCallback(cufftHandle plan, const char *lto_callback_symbol_name,
                                  const void *lto_callback_fatbin, size_t lto_callback_fatbin_size,
                                  cufftXtCallbackType type, void **caller_info)
{
    (void)plan, (void)lto_callback_symbol_name, (void)lto_callback_fatbin, (void)lto_callback_fatbin_size;
    (void)type, (void)caller_info;
    return no_callbacks("cufftXtSetJITCallback", API_PC);
}
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType cbType)
{
    (void)plan, (void)cbType;
    return no_callbacks("cufftXtClearCallback", API_PC);
}
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType cbType, size_t sharedSize)
{
    (void)plan, (void)cbType, (void)sharedSize;
    return no_callbacks("cufftXtSetCallbackSharedSize", API_PC);
}
