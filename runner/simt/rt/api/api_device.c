/*
 * api_device.c: the device, as the profile has it that SIMT_ARCH names. Figures of the H100 and H200 were
 * read from them (CUDA 13.0); the others' are NVIDIA's. wave64 is a device of 64 lanes a warp with the limits
 * of AMD's CDNA 3: programs that assume 32 show on it.
 */
#include "api.h"

#include <stdlib.h>
#include <string.h>

#define KiB 1024
#define MiB (1024 * 1024)

/* clang-format off */
static const struct device devices[] = {
    {.name = "NVIDIA H100 80GB HBM3", .id = "h100", .major = 9, .minor = 0, .sms = 132, .warp = 32,
     .warps_sm = 64, .blocks_sm = 32, .regs_sm = 65536, .regs_block = 65536, .smem_sm = 228 * KiB,
     .smem_block = 48 * KiB,
     .smem_optin = 227 * KiB, .smem_reserved = KiB, .global_bytes = 85017493504, .l2_bytes = 50 * MiB,
     .const_bytes = 64 * KiB, .clock_kHz = 1980000, .memory_clock_kHz = 2619000, .bus_bits = 5120,
     .copy_Bps = 3.35e12, .flop_s = 66.9e12},
    {.name = "NVIDIA H200", .id = "h200", .major = 9, .minor = 0, .sms = 132, .warp = 32,
     .warps_sm = 64, .blocks_sm = 32, .regs_sm = 65536, .regs_block = 65536, .smem_sm = 228 * KiB,
     .smem_block = 48 * KiB,
     .smem_optin = 227 * KiB, .smem_reserved = KiB, .global_bytes = 150109880320, .l2_bytes = 60 * MiB,
     .const_bytes = 64 * KiB, .clock_kHz = 1980000, .memory_clock_kHz = 3201000, .bus_bits = 6016,
     .copy_Bps = 4.8e12, .flop_s = 66.9e12},
    {.name = "NVIDIA A100-SXM4-80GB", .id = "a100", .major = 8, .minor = 0, .sms = 108, .warp = 32,
     .warps_sm = 64, .blocks_sm = 32, .regs_sm = 65536, .regs_block = 65536, .smem_sm = 164 * KiB,
     .smem_block = 48 * KiB,
     .smem_optin = 163 * KiB, .smem_reserved = KiB, .global_bytes = 85097971712, .l2_bytes = 40 * MiB,
     .const_bytes = 64 * KiB, .clock_kHz = 1410000, .memory_clock_kHz = 1593000, .bus_bits = 5120,
     .copy_Bps = 2.039e12, .flop_s = 19.5e12},
    {.name = "NVIDIA GeForce RTX 4090", .id = "rtx4090", .major = 8, .minor = 9, .sms = 128, .warp = 32,
     .warps_sm = 48, .blocks_sm = 24, .regs_sm = 65536, .regs_block = 65536, .smem_sm = 100 * KiB,
     .smem_block = 48 * KiB, .smem_optin = 99 * KiB, .smem_reserved = KiB, .global_bytes = 25393692672,
     .l2_bytes = 72 * MiB, .const_bytes = 64 * KiB, .clock_kHz = 2520000, .memory_clock_kHz = 10501000,
     .bus_bits = 384, .copy_Bps = 1.008e12, .flop_s = 82.6e12},
    {.name = "wave64", .id = "wave64", .major = 9, .minor = 0, .sms = 304, .warp = 64, .warps_sm = 32,
     .blocks_sm = 32, .regs_sm = 131072, .regs_block = 131072, .smem_sm = 64 * KiB, .smem_block = 64 * KiB,
     .smem_optin = 64 * KiB, .smem_reserved = 0, .global_bytes = 206141652992, .l2_bytes = 32 * MiB,
     .const_bytes = 64 * KiB, .clock_kHz = 2100000, .memory_clock_kHz = 2600000, .bus_bits = 8192,
     .copy_Bps = 5.3e12, .flop_s = 163.4e12},
};
/* clang-format on */
enum { DEVICES = sizeof devices / sizeof *devices };

const struct device *api_device(void)
{
    static const struct device *chosen;
    if (chosen)
        return chosen;
    const char *id = simt_config.arch ? simt_config.arch : getenv("SIMT_ARCH");
    chosen = SIMT_WARP == 64 ? &devices[DEVICES - 1] : &devices[0];
    for (int i = 0; id && i < DEVICES; i++)
        if (!strcmp(id, devices[i].id) && devices[i].warp == SIMT_WARP)
            chosen = &devices[i];
    return chosen;
}

/* ---- attributes ---------------------------------------------------------------------------------------- */

enum { PERSISTING_PART = 8 }; /* 5/8 of the L2 may be set aside */

/* What all profiles have in common: by cudaDeviceAttr, as an H100 answers. */
static const struct {
    short attr;
    int value;
} common[] = {
    {1, 1024},   {2, 1024},        {3, 1024},       {4, 64},      {5, 0x7fffffff}, {6, 65535},
    {7, 65535},  {11, 0x7fffffff}, {14, 512},       {15, 1},      {17, 0},         {18, 0},
    {19, 1},     {20, 0},          {21, 131072},    {22, 131072}, {23, 65536},     {24, 16384},
    {25, 16384}, {26, 16384},      {27, 32768},     {28, 32768},  {29, 2048},      {30, 512},
    {31, 1},     {33, 0},          {34, 6},         {35, 0},      {41, 1},         {42, 32768},
    {43, 2048},  {44, 1},          {45, 32768},     {46, 32768},  {47, 8192},      {48, 8192},
    {49, 32768}, {50, 0},          {51, 32},        {52, 32768},  {53, 32768},     {54, 2046},
    {55, 32768}, {56, 131072},     {57, 65536},     {58, 16384},  {59, 16384},     {60, 16384},
    {61, 32768}, {62, 2048},       {63, 32768},     {64, 32768},  {65, 2048},      {66, 32768},
    {67, 32768}, {68, 2046},       {69, 268435456}, {70, 131072}, {71, 65000},     {72, 2097120},
    {73, 32768}, {74, 32768},      {77, 32768},     {78, 1},      {79, 1},         {80, 1},
    {83, 1},     {84, 0},          {85, 0},         {86, 0},      {88, 0},         {89, 1},
    {90, 1},     {91, 1},          {92, 0},         {93, 0},      {94, 0},         {95, 1},
    {96, 1},     {98, 0},          {99, 1},         {100, 0},     {101, 0},        {102, 1},
    {109, 134217728},
    {112, 0},    {113, 1},         {114, 0},        {115, 1},     {116, 0},        {117, 0},
    {118, 0},    {119, 0},         {121, 0},        {125, 0},     {126, 1},        {130, 0},
    {131, -1},   {133, 0},         {134, 0},        {135, 0},     {138, 0},        {139, 0},
    {140, 0},    {142, 0},         {143, 0},        {144, 0},     {147, 0},
};

static int big(const struct device *d) /* the data centre's */
{
    return d->bus_bits > 1024;
}

static cudaError_t attribute(int *value, enum cudaDeviceAttr attr)
{
    const struct device *d = api_device();
    switch (attr) {
    case cudaDevAttrMaxSharedMemoryPerBlock:
        return *value = (int)d->smem_block, cudaSuccess;
    case cudaDevAttrTotalConstantMemory:
        return *value = (int)d->const_bytes, cudaSuccess;
    case cudaDevAttrWarpSize:
        return *value = d->warp, cudaSuccess;
    case cudaDevAttrMaxRegistersPerBlock:
        return *value = d->regs_block, cudaSuccess;
    case cudaDevAttrClockRate:
        return *value = d->clock_kHz, cudaSuccess;
    case cudaDevAttrMultiProcessorCount:
        return *value = d->sms, cudaSuccess;
    case cudaDevAttrEccEnabled:
        return *value = big(d), cudaSuccess;
    case cudaDevAttrMemoryClockRate:
        return *value = d->memory_clock_kHz, cudaSuccess;
    case cudaDevAttrGlobalMemoryBusWidth:
        return *value = d->bus_bits, cudaSuccess;
    case cudaDevAttrL2CacheSize:
        return *value = (int)d->l2_bytes, cudaSuccess;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
        return *value = d->warps_sm * d->warp, cudaSuccess;
    case cudaDevAttrAsyncEngineCount:
        return *value = big(d) ? 3 : 2, cudaSuccess;
    case cudaDevAttrComputeCapabilityMajor:
        return *value = d->major, cudaSuccess;
    case cudaDevAttrComputeCapabilityMinor:
        return *value = d->minor, cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
        return *value = (int)d->smem_sm, cudaSuccess;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
        return *value = d->regs_sm, cudaSuccess;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
        return *value = big(d) ? 2 : 64, cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        return *value = (int)d->smem_optin, cudaSuccess;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
        return *value = d->blocks_sm, cudaSuccess;
    case cudaDevAttrMaxPersistingL2CacheSize:
        return *value = (int)(d->l2_bytes / PERSISTING_PART * 5), cudaSuccess;
    case cudaDevAttrReservedSharedMemoryPerBlock:
        return *value = (int)d->smem_reserved, cudaSuccess;
    case cudaDevAttrClusterLaunch:
        return *value = d->major >= 9 && d->warp == 32, cudaSuccess;
    default:
        break;
    }
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (common[i].attr == (int)attr)
            return *value = common[i].value, cudaSuccess;
    return cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
{
    API_BEGIN_ANY;
    if (device)
        return api_end(cudaErrorInvalidDevice);
    return api_end(value ? attribute(value, attr) : cudaErrorInvalidValue);
}

static int get(enum cudaDeviceAttr attr)
{
    int v = 0;
    attribute(&v, attr);
    return v;
}

static void textures(struct cudaDeviceProp *p)
{
    p->maxTexture1D = get(cudaDevAttrMaxTexture1DWidth);
    p->maxTexture1DMipmap = get(cudaDevAttrMaxTexture1DMipmappedWidth);
    p->maxTexture1DLinear = get(cudaDevAttrMaxTexture1DLinearWidth);
    for (int i = 0; i < 2; i++) {
        p->maxTexture2D[i] = get(cudaDevAttrMaxTexture2DWidth + i);
        p->maxTexture2DMipmap[i] = get(cudaDevAttrMaxTexture2DMipmappedWidth + i);
        p->maxTexture2DGather[i] = get(cudaDevAttrMaxTexture2DGatherWidth + i);
        p->maxTexture1DLayered[i] = get(cudaDevAttrMaxTexture1DLayeredWidth + i);
        p->maxTextureCubemapLayered[i] = get(cudaDevAttrMaxTextureCubemapLayeredWidth + i);
        p->maxSurface2D[i] = get(cudaDevAttrMaxSurface2DWidth + i);
        p->maxSurface1DLayered[i] = get(cudaDevAttrMaxSurface1DLayeredWidth + i);
        p->maxSurfaceCubemapLayered[i] = get(cudaDevAttrMaxSurfaceCubemapLayeredWidth + i);
    }
    for (int i = 0; i < 3; i++) {
        p->maxTexture2DLinear[i] = get(cudaDevAttrMaxTexture2DLinearWidth + i);
        p->maxTexture3D[i] = get(cudaDevAttrMaxTexture3DWidth + i);
        p->maxTexture3DAlt[i] = get(cudaDevAttrMaxTexture3DWidthAlt + i);
        p->maxTexture2DLayered[i] = get(cudaDevAttrMaxTexture2DLayeredWidth + i);
        p->maxSurface3D[i] = get(cudaDevAttrMaxSurface3DWidth + i);
        p->maxSurface2DLayered[i] = get(cudaDevAttrMaxSurface2DLayeredWidth + i);
    }
    p->maxTextureCubemap = get(cudaDevAttrMaxTextureCubemapWidth);
    p->maxSurface1D = get(cudaDevAttrMaxSurface1DWidth);
    p->maxSurfaceCubemap = get(cudaDevAttrMaxSurfaceCubemapWidth);
    p->textureAlignment = (size_t)get(cudaDevAttrTextureAlignment);
    p->texturePitchAlignment = (size_t)get(cudaDevAttrTexturePitchAlignment);
    p->surfaceAlignment = (size_t)get(cudaDevAttrSurfaceAlignment);
}

static void limits(struct cudaDeviceProp *p, const struct device *d)
{
    p->totalGlobalMem = heap_capacity();
    p->sharedMemPerBlock = d->smem_block;
    p->regsPerBlock = d->regs_block;
    p->warpSize = d->warp;
    p->memPitch = (size_t)get(cudaDevAttrMaxPitch);
    p->maxThreadsPerBlock = get(cudaDevAttrMaxThreadsPerBlock);
    for (int i = 0; i < 3; i++) {
        p->maxThreadsDim[i] = get(cudaDevAttrMaxBlockDimX + i);
        p->maxGridSize[i] = get(cudaDevAttrMaxGridDimX + i);
    }
    p->totalConstMem = d->const_bytes;
    p->major = d->major;
    p->minor = d->minor;
    p->multiProcessorCount = d->sms;
    p->maxThreadsPerMultiProcessor = d->warps_sm * d->warp;
    p->sharedMemPerMultiprocessor = d->smem_sm;
    p->regsPerMultiprocessor = d->regs_sm;
    p->sharedMemPerBlockOptin = d->smem_optin;
    p->maxBlocksPerMultiProcessor = d->blocks_sm;
    p->reservedSharedMemPerBlock = d->smem_reserved;
    p->l2CacheSize = (int)d->l2_bytes;
    p->persistingL2CacheMaxSize = get(cudaDevAttrMaxPersistingL2CacheSize);
    p->accessPolicyMaxWindowSize = get(cudaDevAttrMaxAccessPolicyWindowSize);
    p->clockRate = d->clock_kHz;
    p->memoryClockRate = d->memory_clock_kHz;
    p->memoryBusWidth = d->bus_bits;
}

static void abilities(struct cudaDeviceProp *p)
{
    p->deviceOverlap = p->canMapHostMemory = p->concurrentKernels = p->unifiedAddressing = 1;
    p->streamPrioritiesSupported = p->globalL1CacheSupported = p->localL1CacheSupported = p->managedMemory =
        1;
    p->concurrentManagedAccess = p->computePreemptionSupported = p->canUseHostPointerForRegisteredMem = 1;
    p->cooperativeLaunch = p->hostRegisterSupported = p->hostRegisterReadOnlySupported = 1;
    p->memoryPoolsSupported = p->unifiedFunctionPointers = 1;
    p->ECCEnabled = get(cudaDevAttrEccEnabled);
    p->pciDeviceID = get(cudaDevAttrPciDeviceId);
    p->asyncEngineCount = get(cudaDevAttrAsyncEngineCount);
    p->singleToDoublePrecisionPerfRatio = get(cudaDevAttrSingleToDoublePrecisionPerfRatio);
    p->clusterLaunch = get(cudaDevAttrClusterLaunch);
    p->deviceNumaId = -1;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
    API_BEGIN_ANY;
    if (device || !prop)
        return api_end(device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    const struct device *d = api_device();
    memset(prop, 0, sizeof *prop);
    snprintf(prop->name, sizeof prop->name, "%s", d->name);
    memcpy(prop->uuid.bytes, "ridge simt", 10);
    limits(prop, d);
    abilities(prop);
    textures(prop);
    return api_end(cudaSuccess);
}

/* ---- which device -------------------------------------------------------------------------------------- */

cudaError_t cudaGetDeviceCount(int *count)
{
    API_BEGIN_ANY;
    if (count)
        *count = 1;
    return api_end(count ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGetDevice(int *device)
{
    API_BEGIN_ANY;
    if (device)
        *device = 0;
    return api_end(device ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaSetDevice(int device)
{
    API_BEGIN_ANY;
    if (!device)
        return api_end(cudaSuccess);
    return api_end(api_bad(cudaErrorInvalidDevice, "there is no device %d; the one device is 0", device));
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags)
{
    API_BEGIN;
    (void)device_flags, (void)flags;
    return api_end(device ? cudaErrorInvalidDevice : cudaSuccess);
}

cudaError_t cudaSetValidDevices(int *devices_, int len)
{
    API_BEGIN;
    for (int i = 0; i < len; i++)
        if (!devices_ || devices_[i])
            return api_end(devices_ ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    return api_end(cudaSuccess);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
    API_BEGIN_ANY;
    if (!device || !prop)
        return api_end(cudaErrorInvalidValue);
    *device = 0;
    return api_end(cudaSuccess);
}

static unsigned device_flags_set = cudaDeviceScheduleAuto;

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    API_BEGIN;
    if (flags & ~(unsigned)cudaDeviceMask)
        return api_end(cudaErrorInvalidValue);
    device_flags_set = flags;
    return api_end(cudaSuccess);
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    API_BEGIN;
    if (flags)
        *flags = device_flags_set | cudaDeviceMapHost;
    return api_end(flags ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int len, int device)
{
    API_BEGIN;
    static const char text[] = "0000:00:06.0";
    if (device)
        return api_end(cudaErrorInvalidDevice);
    if (!id || len < (int)sizeof text)
        return api_end(cudaErrorInvalidValue);
    memcpy(id, text, sizeof text);
    return api_end(cudaSuccess);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    API_BEGIN;
    if (!device || !id)
        return api_end(cudaErrorInvalidValue);
    *device = 0;
    return api_end(strstr(id, "00:06") ? cudaSuccess : cudaErrorInvalidDevice);
}

/* ---- peers --------------------------------------------------------------------------------------------- */

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    API_BEGIN;
    if (device || peer || !can)
        return api_end(can ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    *can = 0;
    return api_end(cudaSuccess);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    API_BEGIN;
    if (flags)
        return api_end(cudaErrorInvalidValue);
    return api_end(peer ? cudaErrorInvalidDevice : cudaErrorPeerAccessUnsupported);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    API_BEGIN;
    return api_end(peer ? cudaErrorInvalidDevice : cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int src, int dst)
{
    API_BEGIN;
    (void)attr, (void)src, (void)dst;
    return api_end(value ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
}

/* ---- limits and settings ------------------------------------------------------------------------------- */

static size_t limit[7] = {1024, 8650752, 0, 0, 2048, 64, 0}; /* by cudaLimit, as an H100 starts */
static enum cudaFuncCache cache_config;
static enum cudaSharedMemConfig smem_config = cudaSharedMemBankSizeFourByte;

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit which)
{
    API_BEGIN;
    if (!value || (unsigned)which > cudaLimitPersistingL2CacheSize)
        return api_end(cudaErrorInvalidValue);
    if (which == cudaLimitDevRuntimeSyncDepth)
        return api_end(cudaErrorUnsupportedLimit);
    *value = which == cudaLimitMallocHeapSize ? heap_device_size() : limit[which];
    if (which == cudaLimitPersistingL2CacheSize && !*value)
        *value = (size_t)get(cudaDevAttrMaxPersistingL2CacheSize) / 10 * 3;
    return api_end(cudaSuccess);
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit which, size_t value)
{
    API_BEGIN;
    if ((unsigned)which > cudaLimitPersistingL2CacheSize)
        return api_end(cudaErrorInvalidValue);
    if (which == cudaLimitDevRuntimeSyncDepth)
        return api_end(cudaErrorUnsupportedLimit);
    if (which == cudaLimitMallocHeapSize)
        return api_end(heap_device_limit(value < 4 * MiB ? 4 * MiB : value) ? cudaErrorInvalidValue
                                                                            : cudaSuccess);
    limit[which] = which == cudaLimitStackSize ? (value + 15) & ~(size_t)15 : value;
    return api_end(cudaSuccess);
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    API_BEGIN;
    if (config)
        *config = cache_config;
    return api_end(config ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    API_BEGIN;
    cache_config = config;
    return api_end((unsigned)config <= cudaFuncCachePreferEqual ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    API_BEGIN;
    if (config)
        *config = smem_config;
    return api_end(config ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    API_BEGIN; /* banks of four bytes since compute capability 5.0, whatever is asked for */
    return api_end((unsigned)config <= cudaSharedMemBankSizeEightByte ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width, const struct cudaChannelFormatDesc *desc,
                                                 int device)
{
    API_BEGIN;
    if (!width || !desc || device)
        return api_end(device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    *width = (size_t)get(cudaDevAttrMaxTexture1DLinearWidth);
    return api_end(cudaSuccess);
}

cudaError_t cudaDriverGetVersion(int *version)
{
    API_BEGIN_ANY;
    if (version)
        *version = CUDART_VERSION;
    return api_end(version ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    API_BEGIN_ANY;
    if (version)
        *version = CUDART_VERSION;
    return api_end(version ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaProfilerStart(void)
{
    API_BEGIN;
    return api_end(cudaSuccess);
}

cudaError_t cudaProfilerStop(void)
{
    API_BEGIN;
    return api_end(cudaSuccess);
}

/* ---- the end ------------------------------------------------------------------------------------------- */

cudaError_t cudaDeviceReset(void)
{
    API_BEGIN_ANY;
    if (api_sticky())
        queue_reset();
    device_sync();
    stream_reset();
    pool_reset();
    map_reset();
    heap_free_all();
    api_reset_error();
    memcpy(limit, (size_t[7]){1024, 8650752, 0, 0, 2048, 64, 0}, sizeof limit);
    return api_end(cudaSuccess);
}

cudaError_t cudaThreadExit(void)
{
    API_BEGIN_ANY;
    return api_end(cudaDeviceReset());
}

/* ---- other processes ----------------------------------------------------------------------------------- */

static cudaError_t no_ipc(void)
{
    return api_bad(cudaErrorNotSupported, "memory and events shared between processes are not emulated");
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    API_BEGIN;
    (void)handle, (void)event;
    return api_end(no_ipc());
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
    API_BEGIN;
    (void)handle, (void)event;
    return api_end(no_ipc());
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *p)
{
    API_BEGIN;
    (void)handle, (void)p;
    return api_end(no_ipc());
}

cudaError_t cudaIpcOpenMemHandle(void **p, cudaIpcMemHandle_t handle, unsigned flags)
{
    API_BEGIN;
    (void)handle, (void)p, (void)flags;
    return api_end(no_ipc());
}

cudaError_t cudaIpcCloseMemHandle(void *p)
{
    API_BEGIN;
    (void)p;
    return api_end(no_ipc());
}
