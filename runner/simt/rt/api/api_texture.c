/*
 * api_texture.c: arrays, and texture and surface objects on arrays and linear memory. An array is row-major
 * device memory of its own; what the texture unit does with an object is in include/simt/texture.h.
 */
#include "api.h"

#include <stdlib.h>
#include <string.h>

#include "runner/simt/include/simt/texture_abi.h"

enum { ARRAY_MAGIC = 0x41525259, MIPMAP_MAGIC = 0x4d49504d, ALIGN = 512, PITCH_ALIGN = 32, LEVELS = 24 };

struct cudaMipmappedArray {
    uint32_t magic, levels;
    cudaArray_t level[LEVELS];
};

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

/* Bytes of an element, or 0: no format that memory can have. */
static size_t element_size(const struct cudaChannelFormatDesc *d, int *channels)
{
    int n = (d->x > 0) + (d->y > 0) + (d->z > 0) + (d->w > 0), bits = d->x;
    int same = (n < 2 || d->y == bits) && (n < 3 || d->z == bits) && (n < 4 || d->w == bits);
    *channels = n;
    if (!same || n == 3 || (bits != 8 && bits != 16 && bits != 32) ||
        (unsigned)d->f > cudaChannelFormatKindFloat)
        return 0;
    return (size_t)(n * bits / 8);
}

int array_ok(const struct cudaArray *a)
{
    return a && a->magic == ARRAY_MAGIC;
}

/* ---- arrays -------------------------------------------------------------------------------------------- */

static cudaError_t array_new(cudaArray_t *out, const struct cudaChannelFormatDesc *desc,
                             struct cudaExtent extent, unsigned flags)
{
    int channels;
    size_t element = out && desc ? element_size(desc, &channels) : 0;
    if (!out || !desc)
        return cudaErrorInvalidValue;
    if (!element)
        return api_bad(cudaErrorInvalidChannelDescriptor, "channels of (%d,%d,%d,%d) bits", desc->x, desc->y,
                       desc->z, desc->w);
    if (!extent.width || extent.width > 131072 || extent.height > 65536 || extent.depth > 16384)
        return api_bad(cudaErrorInvalidValue, "there is no array of %zu x %zu x %zu elements", extent.width,
                       extent.height, extent.depth);
    struct cudaArray *a = calloc(1, sizeof *a);
    if (!a)
        return cudaErrorMemoryAllocation;
    *a = (struct cudaArray){
        .magic = ARRAY_MAGIC, .desc = *desc, .extent = extent, .flags = flags, .element = element};
    a->pitch = (extent.width * element + PITCH_ALIGN - 1) / PITCH_ALIGN * PITCH_ALIGN;
    a->slice = a->pitch * (extent.height ? extent.height : 1);
    a->data = heap_alloc(a->slice * (extent.depth ? extent.depth : 1), ALLOC_DEVICE, api_call.pc);
    if (!a->data) {
        free(a);
        return cudaErrorMemoryAllocation;
    }
    *out = a;
    return cudaSuccess;
}

static void array_free(cudaArray_t a)
{
    a->magic = 0;
    heap_free(a->data);
    free(a);
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width,
                            size_t height, unsigned flags)
{
    API_BEGIN;
    cudaError_t e = capture_forbids();
    return api_end(e ? e : array_new(array, desc, make_cudaExtent(width, height, 0), flags));
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned flags)
{
    API_BEGIN;
    cudaError_t e = capture_forbids();
    return api_end(e ? e : array_new(array, desc, extent, flags));
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    API_BEGIN;
    device_sync();
    if (array && !array_ok(array))
        return api_end(api_bad(cudaErrorInvalidValue, "%p is no array", (void *)array));
    if (array)
        array_free(array);
    return api_end(api_see());
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned *flags,
                             cudaArray_t array)
{
    API_BEGIN;
    if (!array_ok(array))
        return api_end(cudaErrorInvalidResourceHandle);
    if (desc)
        *desc = array->desc;
    if (extent)
        *extent = array->extent;
    if (flags)
        *flags = array->flags;
    return api_end(cudaSuccess);
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
{
    API_BEGIN;
    if (!desc || !array_ok(array))
        return api_end(cudaErrorInvalidValue);
    *desc = array->desc;
    return api_end(cudaSuccess);
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap, const struct cudaChannelFormatDesc *desc,
                                     struct cudaExtent extent, unsigned levels, unsigned flags)
{
    API_BEGIN;
    cudaMipmappedArray_t m = mipmap && levels && levels <= LEVELS ? calloc(1, sizeof *m) : NULL;
    cudaError_t e = m ? cudaSuccess : cudaErrorInvalidValue;
    for (; !e && m->levels < levels; m->levels += !e) {
        e = array_new(&m->level[m->levels], desc, extent, flags);
        extent.width = extent.width > 1 ? extent.width / 2 : 1;
        extent.height = extent.height > 1 ? extent.height / 2 : extent.height;
        extent.depth = extent.depth > 1 && !(flags & cudaArrayLayered) ? extent.depth / 2 : extent.depth;
    }
    if (e) {
        while (m && m->levels)
            array_free(m->level[--m->levels]);
        free(m);
        return api_end(e);
    }
    m->magic = MIPMAP_MAGIC;
    *mipmap = m;
    return api_end(cudaSuccess);
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap, unsigned level)
{
    API_BEGIN;
    if (!array || !mipmap || mipmap->magic != MIPMAP_MAGIC || level >= mipmap->levels)
        return api_end(cudaErrorInvalidValue);
    *array = mipmap->level[level];
    return api_end(cudaSuccess);
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap)
{
    API_BEGIN;
    device_sync();
    if (!mipmap)
        return api_end(cudaSuccess);
    if (mipmap->magic != MIPMAP_MAGIC)
        return api_end(cudaErrorInvalidValue);
    for (unsigned i = 0; i < mipmap->levels; i++)
        array_free(mipmap->level[i]);
    mipmap->magic = 0;
    free(mipmap);
    return api_end(api_see());
}

/* ---- objects ------------------------------------------------------------------------------------------- */

static void from_array(struct simt_texture *t, const struct cudaArray *a)
{
    element_size(&a->desc, &t->channels);
    t->bits = a->desc.x;
    t->kind = (int)a->desc.f;
    t->width = (unsigned)a->extent.width;
    t->height = (unsigned)a->extent.height;
    t->depth = (unsigned)a->extent.depth;
    t->pitch = a->pitch;
    t->slice = a->slice;
    t->data = a->data;
    t->levels = 1;
}

/* Linear memory of n bytes, or rows of it. */
static cudaError_t from_memory(struct simt_texture *t, void *p, const struct cudaChannelFormatDesc *desc,
                               size_t n)
{
    size_t element = element_size(desc, &t->channels);
    const struct alloc *a = heap_find((uintptr_t)p);
    if (!element)
        return api_bad(cudaErrorInvalidChannelDescriptor, "channels of (%d,%d,%d,%d) bits", desc->x, desc->y,
                       desc->z, desc->w);
    if (!a || n > a->hi - (uintptr_t)p)
        return api_bad(cudaErrorInvalidValue, "%zu bytes at %p are not one piece of device memory", n, p);
    if ((uintptr_t)p % ALIGN)
        return api_bad(cudaErrorInvalidValue, "%p is not aligned to %d bytes", p, ALIGN);
    t->bits = desc->x;
    t->kind = (int)desc->f;
    t->data = p;
    t->levels = 1;
    t->width = (unsigned)(n / element);
    return cudaSuccess;
}

static cudaError_t from_mipmap(struct simt_texture *t, const struct cudaMipmappedArray *m)
{
    if (!m || m->magic != MIPMAP_MAGIC)
        return cudaErrorInvalidResourceHandle;
    from_array(t, m->level[0]);
    t->levels = m->levels;
    t->level = calloc(m->levels, sizeof *t->level);
    if (!t->level)
        return cudaErrorMemoryAllocation;
    for (unsigned i = 0; i < m->levels; i++)
        from_array(&t->level[i], m->level[i]);
    return cudaSuccess;
}

static cudaError_t from_resource(struct simt_texture *t, const struct cudaResourceDesc *r)
{
    cudaError_t e;
    switch (r->resType) {
    case cudaResourceTypeArray:
        if (!array_ok(r->res.array.array))
            return api_bad(cudaErrorInvalidResourceHandle, "the resource is no array");
        from_array(t, r->res.array.array);
        return cudaSuccess;
    case cudaResourceTypeMipmappedArray:
        return from_mipmap(t, r->res.mipmap.mipmap);
    case cudaResourceTypeLinear:
        return from_memory(t, r->res.linear.devPtr, &r->res.linear.desc, r->res.linear.sizeInBytes);
    case cudaResourceTypePitch2D:
        if (r->res.pitch2D.pitchInBytes % PITCH_ALIGN)
            return api_bad(cudaErrorInvalidValue, "the pitch is not a multiple of %d bytes", PITCH_ALIGN);
        e = from_memory(t, r->res.pitch2D.devPtr, &r->res.pitch2D.desc,
                        r->res.pitch2D.pitchInBytes * (r->res.pitch2D.height - 1) + r->res.pitch2D.width);
        t->width = (unsigned)r->res.pitch2D.width;
        t->height = (unsigned)r->res.pitch2D.height;
        t->pitch = r->res.pitch2D.pitchInBytes;
        return e;
    default:
        return cudaErrorInvalidValue;
    }
}

static void sampling(struct simt_texture *t, const struct cudaTextureDesc *d)
{
    for (int i = 0; i < 3; i++)
        t->address[i] = (int)d->addressMode[i];
    for (int i = 0; i < 4; i++)
        t->border[i] = d->borderColor[i];
    t->linear = d->filterMode == cudaFilterModeLinear;
    t->normalized = d->normalizedCoords;
    t->as_float = d->readMode == cudaReadModeNormalizedFloat;
    t->srgb = d->sRGB;
    for (unsigned i = 0; t->level && i < t->levels; i++)
        sampling(&t->level[i], d);
}

static cudaError_t check_sampling(const struct simt_texture *t, const struct cudaTextureDesc *d)
{
    int is_float = t->kind == cudaChannelFormatKindFloat;
    if (d->readMode == cudaReadModeNormalizedFloat && (is_float || t->bits == 32))
        return api_bad(cudaErrorInvalidNormSetting,
                       "only 8- and 16-bit integers are read as normalized floats");
    if (d->filterMode == cudaFilterModeLinear && !is_float && d->readMode != cudaReadModeNormalizedFloat)
        return api_bad(cudaErrorInvalidFilterSetting,
                       "linear filtering needs floats, or cudaReadModeNormalizedFloat");
    return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view)
{
    API_BEGIN;
    struct simt_texture *t = object && resource && texture ? calloc(1, sizeof *t) : NULL;
    cudaError_t e = t ? from_resource(t, resource) : cudaErrorInvalidValue;
    if (!e)
        e = check_sampling(t, texture);
    if (e) {
        free(t);
        return api_end(e);
    }
    sampling(t, texture);
    t->magic = SIMT_TEXTURE_MAGIC;
    t->resource = *resource;
    t->texture = *texture;
    if (view)
        t->view = *view;
    *object = (cudaTextureObject_t)(uintptr_t)t;
    return api_end(cudaSuccess);
}

static struct simt_texture *object_of(unsigned long long object)
{
    struct simt_texture *t = (struct simt_texture *)(uintptr_t)object;
    return t && t->magic == SIMT_TEXTURE_MAGIC ? t : NULL;
}

static cudaError_t destroy(unsigned long long object)
{
    struct simt_texture *t = object_of(object);
    if (!object)
        return cudaSuccess;
    if (!t)
        return api_bad(cudaErrorInvalidValue, "the object was destroyed already");
    queue_drain(queue_issued());
    t->magic = 0;
    free(t->level);
    free(t);
    return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    API_BEGIN;
    return api_end(destroy(object));
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *desc, cudaTextureObject_t object)
{
    API_BEGIN;
    if (!desc || !object_of(object))
        return api_end(cudaErrorInvalidValue);
    *desc = object_of(object)->resource;
    return api_end(cudaSuccess);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc, cudaTextureObject_t object)
{
    API_BEGIN;
    if (!desc || !object_of(object))
        return api_end(cudaErrorInvalidValue);
    *desc = object_of(object)->texture;
    return api_end(cudaSuccess);
}

cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *desc,
                                                 cudaTextureObject_t object)
{
    API_BEGIN;
    if (!desc || !object_of(object))
        return api_end(cudaErrorInvalidValue);
    *desc = object_of(object)->view;
    return api_end(cudaSuccess);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource)
{
    API_BEGIN;
    if (!object || !resource || resource->resType != cudaResourceTypeArray)
        return api_end(cudaErrorInvalidValue);
    struct cudaTextureDesc plain;
    memset(&plain, 0, sizeof plain);
    return api_end(cudaCreateTextureObject(object, resource, &plain, NULL));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    API_BEGIN;
    return api_end(destroy(object));
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *desc, cudaSurfaceObject_t object)
{
    API_BEGIN;
    return api_end(cudaGetTextureObjectResourceDesc(desc, object));
}
