/*
 * api_func.c: kernels as the host sees them: what the program registered and set, their attributes, and
 * launches through an untyped pointer.
 */
#include "api.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runner/simt/rt/image.h"

enum { BUCKETS = 1024 };
static struct func *funcs[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct func *func_of(const void *fn)
{
    struct func **at = &funcs[((uintptr_t)fn >> 4) % BUCKETS], *f;
    pthread_mutex_lock(&lock);
    for (f = *at; f && f->fn != fn; f = f->next)
        ;
    if (!f && (f = calloc(1, sizeof *f))) {
        f->fn = fn;
        f->carveout = -1;
        f->static_smem = -1;
        f->next = *at;
        *at = f;
    }
    pthread_mutex_unlock(&lock);
    return f;
}

void simt_kernel_register(const void *fn, const char *name, simt_thunk thunk_of_pointers, unsigned nargs,
                          const unsigned *arg_sizes)
{
    struct func *f = func_of(fn);
    unsigned *sizes = f ? malloc((nargs + 1) * sizeof *sizes) : NULL;
    if (!sizes)
        return;
    memcpy(sizes, arg_sizes, nargs * sizeof *sizes);
    free(f->arg_sizes);
    f->name = name;
    f->thunk = thunk_of_pointers;
    f->nargs = nargs;
    f->arg_sizes = sizes;
}

/* ---- what the symbol table tells ----------------------------------------------------------------------- */

struct look { /* first for the function's name, then for the thread-local storage of its variables */
    uintptr_t fn;
    char name[1024]; /* mangled, unless it is extern "C" */
    char local[1056]; /* how the names of its variables begin */
    size_t smem;
    size_t size; /* of the function's code */
};

static void find_function(const Elf64_Sym *y, const char *name, void *arg)
{
    struct look *k = arg;
    if (ELF64_ST_TYPE(y->st_info) == STT_FUNC && y->st_value == k->fn && !k->name[0]) {
        snprintf(k->name, sizeof k->name, "%s", name);
        k->size = y->st_size;
    }
}

/* A __shared__ variable of k(float *) is called _ZZ1kPfE8simt_S_x (rewritten.h), of extern "C" k _ZZ1kE8simt_S_x. */
static void name_locals(struct look *k)
{
    if (!strncmp(k->name, "_Z", 2))
        snprintf(k->local, sizeof k->local, "_ZZ%sE", k->name + 2);
    else
        snprintf(k->local, sizeof k->local, "_ZZ%zu%sE", strlen(k->name), k->name);
}

static void add_shared(const Elf64_Sym *y, const char *name, void *arg)
{
    struct look *k = arg;
    size_t n = strlen(k->local);
    if (ELF64_ST_TYPE(y->st_info) != STT_TLS || strncmp(name, k->local, n))
        return;
    name += n + strspn(name + n, "0123456789");
    if (!strncmp(name, "simt_S_", 7))
        k->smem = ((k->smem + 15) & ~(size_t)15) + y->st_size;
}

/* What the user wrote, of the common manglings: _Z4namePf, _ZN2ns4nameIfEEvPT_, _ZL4name... */
static char *plain_name(const char *mangled)
{
    char out[512];
    size_t n = 0;
    const char *s = mangled;
    if (strncmp(s, "_Z", 2))
        return strdup(mangled);
    s += 2;
    s += *s == 'N';
    for (s += *s == 'L'; *s >= '1' && *s <= '9';) {
        char *name;
        size_t len = strtoul(s, &name, 10);
        if (len > strlen(name))
            break;
        if (strncmp(name, "_GLOBAL__N", 10))
            n += (size_t)snprintf(out + n, sizeof out - n, "%s%.*s", n ? "::" : "", (int)len, name);
        if (n >= sizeof out)
            break;
        s = name + len;
    }
    return strdup(n ? out : mangled);
}

/* What SIMT_CLUSTER() of rewritten.h leaves: a place in the kernel's code, and its __cluster_dims__. */
struct cluster_note {
    uint64_t at, x, y, z;
};
extern const struct cluster_note __start_simt_clusters[] __attribute__((weak));
extern const struct cluster_note __stop_simt_clusters[] __attribute__((weak));

static void find_cluster(struct func *f, size_t size)
{
    for (const struct cluster_note *n = __start_simt_clusters; n < __stop_simt_clusters; n++)
        if (n->at - (uintptr_t)f->fn < size)
            f->cluster = (struct simt_dim3){ (unsigned)n->x, (unsigned)n->y, (unsigned)n->z };
}

static void look_up(struct func *f)
{
    struct look k = {.fn = (uintptr_t)f->fn};
    f->static_smem = 0;
    image_symbols(find_function, &k);
    f->is_function = k.name[0] != 0;
    if (!k.name[0])
        return;
    if (!f->name)
        f->name = plain_name(k.name);
    name_locals(&k);
    image_symbols(add_shared, &k);
    find_cluster(f, k.size);
    f->static_smem = (long)k.smem;
}

/* A kernel that the API may be asked about, or NULL with *e. */
static struct func *known(const void *fn, cudaError_t *e)
{
    struct func *f = fn ? func_of(fn) : NULL;
    *e = fn ? cudaErrorMemoryAllocation : cudaErrorInvalidDeviceFunction;
    if (f && f->static_smem < 0)
        look_up(f);
    if (f && !f->thunk && !f->is_function) {
        *e = api_bad(cudaErrorInvalidResourceHandle, "%p is no kernel", fn);
        return NULL;
    }
    return f;
}

/* ---- attributes ---------------------------------------------------------------------------------------- */

cudaError_t func_attributes(struct cudaFuncAttributes *a, const void *fn)
{
    cudaError_t e;
    const struct func *f = known(fn, &e);
    const struct device *d = api_device();
    const char *regs = getenv("SIMT_REGS");
    if (!f)
        return e;
    int dyn = f->max_dyn_smem_set ? f->max_dyn_smem : (int)d->smem_block - (int)f->static_smem;
    int cc = d->major * 10 + d->minor;
    *a = (struct cudaFuncAttributes){.sharedSizeBytes = (size_t)f->static_smem, .maxThreadsPerBlock = 1024,
                                     .numRegs = regs ? atoi(regs) : 0, .ptxVersion = cc, .binaryVersion = cc,
                                     .maxDynamicSharedSizeBytes = dyn < 0 ? 0 : dyn,
                                     .preferredShmemCarveout = f->carveout,
                                     .clusterDimMustBeSet = 0,
                                     .requiredClusterWidth = (int)f->cluster.x,
                                     .requiredClusterHeight = (int)f->cluster.y,
                                     .requiredClusterDepth = (int)f->cluster.z,
                                     .nonPortableClusterSizeAllowed = f->large_clusters};
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *fn)
{
    API_BEGIN;
    return api_end(attr ? func_attributes(attr, fn) : cudaErrorInvalidValue);
}

cudaError_t cudaFuncSetAttribute(const void *fn, enum cudaFuncAttribute attr, int value)
{
    API_BEGIN;
    cudaError_t e;
    struct func *f = known(fn, &e);
    if (!f)
        return api_end(e);
    int most = (int)api_device()->smem_optin - (int)f->static_smem;
    switch ((int)attr) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || value > most)
            return api_end(api_bad(cudaErrorInvalidValue,
                                   "%d bytes of dynamic shared memory are asked for, and this kernel may have "
                                   "%d", value,
                                   most));
        f->max_dyn_smem = value;
        f->max_dyn_smem_set = 1;
        return api_end(cudaSuccess);
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100)
            return api_end(cudaErrorInvalidValue);
        f->carveout = value;
        return api_end(cudaSuccess);
    case cudaFuncAttributeRequiredClusterWidth:
        f->cluster.x = (unsigned)value;
        f->cluster.y += !f->cluster.y;
        f->cluster.z += !f->cluster.z;
        return api_end(value < 0 ? cudaErrorInvalidValue : cudaSuccess);
    case cudaFuncAttributeRequiredClusterHeight:
        f->cluster.y = (unsigned)value;
        return api_end(value < 0 ? cudaErrorInvalidValue : cudaSuccess);
    case cudaFuncAttributeRequiredClusterDepth:
        f->cluster.z = (unsigned)value;
        return api_end(value < 0 ? cudaErrorInvalidValue : cudaSuccess);
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
        f->large_clusters = value != 0;
        return api_end(cudaSuccess);
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
        return api_end(cudaSuccess);
    default:
        return api_end(cudaErrorInvalidValue);
    }
}

size_t api_static_smem(const void *fn)
{
    struct func *f = func_of(fn);
    if (f && f->static_smem < 0)
        look_up(f);
    return f ? (size_t)f->static_smem : 0;
}

struct simt_dim3 api_cluster_dims(const void *fn)
{
    struct func *f = func_of(fn);
    if (f && f->static_smem < 0)
        look_up(f);
    return f ? f->cluster : (struct simt_dim3){ 0, 0, 0 };
}

int api_large_clusters(const void *fn)
{
    const struct func *f = fn ? func_of(fn) : NULL;
    return f && f->large_clusters;
}

size_t api_max_dyn_smem(const void *fn)
{
    const struct func *f = func_of(fn);
    return f && f->max_dyn_smem_set ? (size_t)f->max_dyn_smem : api_device()->smem_block;
}

cudaError_t cudaFuncSetCacheConfig(const void *fn, enum cudaFuncCache config)
{
    API_BEGIN;
    cudaError_t e;
    (void)config;
    return api_end(known(fn, &e) ? cudaSuccess : e);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *fn, enum cudaSharedMemConfig config)
{
    API_BEGIN;
    cudaError_t e;
    (void)config;
    return api_end(known(fn, &e) ? cudaSuccess : e);
}

cudaError_t cudaFuncGetName(const char **name, const void *fn)
{
    API_BEGIN;
    cudaError_t e;
    const struct func *f = known(fn, &e);
    if (!f || !name)
        return api_end(f ? cudaErrorInvalidValue : e);
    *name = f->name ? f->name : "";
    return api_end(cudaSuccess);
}

cudaError_t cudaFuncGetParamInfo(const void *fn, size_t index, size_t *offset, size_t *size)
{
    API_BEGIN;
    cudaError_t e;
    const struct func *f = known(fn, &e);
    size_t at = 0;
    if (!f || !offset || index >= f->nargs)
        return api_end(f ? cudaErrorInvalidValue : e);
    for (size_t i = 0; i <= index; i++) { /* natural alignment, at most 16 */
        size_t n = f->arg_sizes[i], align = n & -n;
        align = align > 16 ? 16 : align ? align : 1;
        at = (at + align - 1) & ~(align - 1);
        *offset = at;
        at += n;
    }
    if (size)
        *size = f->arg_sizes[index];
    return api_end(cudaSuccess);
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *fn)
{
    API_BEGIN;
    cudaError_t e;
    if (!function || !known(fn, &e))
        return api_end(function ? e : cudaErrorInvalidValue);
    *function = (cudaFunction_t)(void *)fn; /* cuLaunchKernel takes it back */
    return api_end(cudaSuccess);
}

cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *fn)
{
    API_BEGIN;
    return api_end(cudaGetFuncBySymbol((cudaFunction_t *)(void *)kernel, fn));
}

/* Most of the driver API is a header here: there is nothing to point to. */
cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **fn, unsigned version,
                                             unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *status)
{
    API_BEGIN;
    (void)version, (void)flags;
    if (!symbol || !fn)
        return api_end(cudaErrorInvalidValue);
    *fn = api_driver_entry(symbol);
    if (*fn) {
        if (status)
            *status = cudaDriverEntryPointSuccess;
        return api_end(cudaSuccess);
    }
    if (status)
        *status = cudaDriverEntryPointSymbolNotFound;
    return api_end(status ? cudaSuccess : cudaErrorSymbolNotFound);
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **fn, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *status)
{
    API_BEGIN;
    return api_end(cudaGetDriverEntryPointByVersion(symbol, fn, 0, flags, status));
}

/* ---- launches ------------------------------------------------------------------------------------------ */

/* Arguments of a launch through pointers become one piece: the pointers, then the values. */
static size_t packed_size(const struct func *f)
{
    size_t n = f->nargs * sizeof(void *);
    for (unsigned i = 0; i < f->nargs; i++)
        n = ((n + 63) & ~(size_t)63) + f->arg_sizes[i]; /* a CUtensorMap is aligned to 64 */
    return n;
}

static void pack(char *to, const struct func *f, void *const *args)
{
    void **pointers = (void **)(void *)to;
    size_t n = f->nargs * sizeof(void *);
    for (unsigned i = 0; i < f->nargs; i++) {
        n = (n + 63) & ~(size_t)63;
        pointers[i] = to + n;
        rt_copy(to + n, args[i], f->arg_sizes[i]);
        n += f->arg_sizes[i];
    }
}

struct launch *kernel_copy(const struct simt_launch *in)
{
    const struct func *f = in->fn ? func_of(in->fn) : NULL;
    int untyped = f && f->thunk && in->thunk == f->thunk;
    size_t n = untyped ? packed_size(f) : in->args_size, head = (sizeof(struct launch) + 63) & ~(size_t)63;
    char *m = aligned_alloc(64, (head + n + 63) & ~(size_t)63);
    if (!m)
        return NULL;
    struct launch *l = (struct launch *)(void *)m;
    memset(l, 0, sizeof *l);
    l->in = *in;
    l->in.args = m + head;
    l->in.args_size = n;
    l->blocks = (uint64_t)in->grid.x * in->grid.y * in->grid.z;
    if (untyped)
        pack(m + head, f, (void *const *)in->args);
    else
        rt_copy(m + head, in->args, n);
    return l;
}

cudaError_t func_launch(struct simt_launch *l, const void *fn, dim3 grid, dim3 block, void **args,
                        size_t smem, cudaStream_t stream)
{
    cudaError_t e;
    const struct func *f = known(fn, &e);
    if (!f)
        return e;
    if (!f->thunk)
        return api_bad(
            cudaErrorInvalidDeviceFunction,
            "%s is a template or a member, or no kernel: pass its pointer without a cast to void *", f->name);
    if (f->nargs && !args)
        return api_bad(cudaErrorInvalidValue, "%s has %u arguments, none are given", f->name, f->nargs);
    *l = (struct simt_launch){.name = f->name, .fn = fn, .grid = grid, .block = block, .smem = smem,
                              .stream = stream, .thunk = f->thunk, .args = args,
                              .args_size = f->nargs * sizeof(void *), .pc = api_call.pc};
    return cudaSuccess;
}

const char *api_kernel_name(const void *fn)
{
    cudaError_t e;
    const struct func *f = fn ? known(fn, &e) : NULL;
    return f && f->name ? f->name : "kernel";
}

int api_launch(const struct simt_launch *l)
{
    cudaError_t e = api_begin("a kernel launch", l->pc);
    if (e)
        return api_end(e);
    struct CUstream_st *s = stream_of((cudaStream_t)l->stream);
    struct launch as_is = {.in = *l};
    if (!l->name) /* through a pointer */
        as_is.in.name = api_kernel_name(l->fn);
    struct op op = {.kind = OP_KERNEL, .pc = l->pc, .kernel = &as_is};
    if (!s)
        return api_end(cudaErrorInvalidResourceHandle);
    api_host_time(4e-6);
    return api_end(op_submit(s, &op));
}

int api_launch_bad(const struct simt_launch *l, int error)
{
    api_begin_any("a kernel launch", l->pc);
    struct CUstream_st *s = stream_of((cudaStream_t)l->stream);
    if (s)
        capture_spoil(s);
    return api_end((cudaError_t)error);
}

static cudaError_t launch(const void *fn, dim3 grid, dim3 block, void **args, size_t smem,
                          cudaStream_t stream, int cooperative)
{
    struct simt_launch l;
    cudaError_t e = func_launch(&l, fn, grid, block, args, smem, stream);
    if (e)
        return e;
    l.cooperative = cooperative;
    return (cudaError_t)simt_launch(&l);
}

cudaError_t cudaLaunchKernel(const void *fn, dim3 grid, dim3 block, void **args, size_t smem,
                             cudaStream_t stream)
{
    API_BEGIN;
    return api_end(launch(fn, grid, block, args, smem, stream, 0));
}

cudaError_t cudaLaunchCooperativeKernel(const void *fn, dim3 grid, dim3 block, void **args, size_t smem,
                                        cudaStream_t stream)
{
    API_BEGIN;
    return api_end(launch(fn, grid, block, args, smem, stream, 1));
}

int simt_config_cooperative(const cudaLaunchConfig_t *config)
{
    for (unsigned i = 0; i < config->numAttrs; i++)
        if (config->attrs[i].id == cudaLaunchAttributeCooperative)
            return config->attrs[i].val.cooperative;
    return 0;
}

struct simt_dim3 simt_config_cluster(const cudaLaunchConfig_t *config)
{
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *a = &config->attrs[i];
        if (a->id == cudaLaunchAttributeClusterDimension)
            return (struct simt_dim3){ a->val.clusterDim.x, a->val.clusterDim.y, a->val.clusterDim.z };
    }
    return (struct simt_dim3){ 0, 0, 0 };
}

int simt_config_early(const cudaLaunchConfig_t *config)
{
    for (unsigned i = 0; i < config->numAttrs; i++)
        if (config->attrs[i].id == cudaLaunchAttributeProgrammaticStreamSerialization)
            return config->attrs[i].val.programmaticStreamSerializationAllowed != 0;
    return 0;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *fn, void **args)
{
    API_BEGIN;
    if (!config)
        return api_end(cudaErrorInvalidValue);
    struct simt_launch l;
    cudaError_t e = func_launch(&l, fn, config->gridDim, config->blockDim, args, config->dynamicSmemBytes,
                                config->stream);
    if (e)
        return api_end(e);
    l.cooperative = simt_config_cooperative(config);
    l.cluster = simt_config_cluster(config);
    l.early = simt_config_early(config);
    return api_end((cudaError_t)simt_launch(&l));
}
