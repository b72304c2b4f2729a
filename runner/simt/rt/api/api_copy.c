/*
 * api_copy.c: cudaMemcpy*, cudaMemset* and the symbol copies. Every copy becomes a struct copy of three
 * dimensions, is checked when it is issued, and is carried out when its turn comes.
 */
#include "api.h"

#include <string.h>

/* ---- ranges -------------------------------------------------------------------------------------------- */

enum side { SIDE_BAD, SIDE_PAGEABLE, SIDE_PINNED, SIDE_DEVICE };

static size_t span_of(size_t pitch, size_t slice, size_t width, size_t height, size_t depth)
{
    return (depth - 1) * slice + (height - 1) * pitch + width;
}

static enum side bad_range(const char *what, const void *p, size_t n)
{
    int freed;
    long distance;
    const struct alloc *a = heap_near((uintptr_t)p, &freed, &distance);
    if (!a)
        api_bad(cudaErrorInvalidValue, "the %s, %zu bytes at %p, is not device memory", what, n, p);
    else if (freed)
        api_bad(cudaErrorInvalidValue, "the %s, %zu bytes at %p, is in memory that was freed", what, n, p);
    else if ((uintptr_t)p < a->lo || (uintptr_t)p > a->hi)
        api_bad(cudaErrorInvalidValue, "the %s, %zu bytes at %p, is %ld bytes %s an allocation of %zu bytes",
                what, n, p, distance < 0 ? -distance : distance, distance < 0 ? "before" : "past the end of",
                (size_t)(a->hi - a->lo));
    else
        api_bad(
            cudaErrorInvalidValue,
            "the %s, %zu bytes from byte %zu on, ends %zu bytes past the end of its allocation of %zu bytes",
            what, n, (size_t)((uintptr_t)p - a->lo), (size_t)((uintptr_t)p + n - a->hi),
            (size_t)(a->hi - a->lo));
    return SIDE_BAD;
}

static enum side side_of(const char *what, const void *p, size_t n)
{
    uintptr_t a = (uintptr_t)p;
    if (!p) {
        api_bad(cudaErrorInvalidValue, "the %s is a null pointer", what);
        return SIDE_BAD;
    }
    const struct alloc *in = heap_find(a);
    if (in && in->kind == ALLOC_PINNED)
        return n <= in->hi - a ? SIDE_PINNED : SIDE_PAGEABLE;
    if (in)
        return n <= in->hi - a ? SIDE_DEVICE : bad_range(what, p, n);
    return a >= simt_heap_lo && a < simt_heap_hi ? bad_range(what, p, n) : SIDE_PAGEABLE;
}

static cudaError_t check_pitch(const struct copy *c)
{
    if (c->height > 1 && (c->dpitch < c->width || c->spitch < c->width))
        return api_bad(cudaErrorInvalidPitchValue, "rows of %zu bytes do not fit a pitch of %zu bytes",
                       c->width, c->dpitch < c->width ? c->dpitch : c->spitch);
    return cudaSuccess;
}

cudaError_t copy_check(struct copy *c, enum cudaMemcpyKind kind)
{
    if (!c->width || !c->height || !c->depth)
        return cudaSuccess;
    if ((unsigned)kind > cudaMemcpyDefault)
        return api_bad(cudaErrorInvalidMemcpyDirection, "%d is no cudaMemcpyKind", (int)kind);
    cudaError_t e = check_pitch(c);
    if (e)
        return e;
    enum side d =
        side_of("destination", c->dst, span_of(c->dpitch, c->dslice, c->width, c->height, c->depth));
    enum side s =
        d ? side_of("source", c->src, span_of(c->spitch, c->sslice, c->width, c->height, c->depth)) : d;
    if (!s)
        return cudaErrorInvalidValue;
    int to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    int from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (to_device && d == SIDE_PAGEABLE)
        return api_bad(cudaErrorInvalidValue, "the destination %p is host memory, but the kind says device%s",
                       (void *)c->dst, s == SIDE_DEVICE ? " (cudaMemcpyDeviceToHost?)" : "");
    if (from_device && s == SIDE_PAGEABLE)
        return api_bad(cudaErrorInvalidValue, "the source %p is host memory, but the kind says device%s",
                       (const void *)c->src, d == SIDE_DEVICE ? " (cudaMemcpyHostToDevice?)" : "");
    c->path = d == SIDE_DEVICE   ? (s == SIDE_DEVICE ? PATH_DEVICE : PATH_UP)
              : s == SIDE_DEVICE ? PATH_DOWN
                                 : PATH_HOST;
    c->pageable = d == SIDE_PAGEABLE || s == SIDE_PAGEABLE;
    return cudaSuccess;
}

cudaError_t fill_check(const struct fill *f)
{
    if (!f->width || !f->height || !f->depth)
        return cudaSuccess;
    if (f->height > 1 && f->pitch < f->width)
        return api_bad(cudaErrorInvalidValue, "rows of %zu bytes do not fit a pitch of %zu bytes", f->width,
                       f->pitch);
    enum side d = side_of("destination", f->dst, span_of(f->pitch, f->slice, f->width, f->height, f->depth));
    if (d == SIDE_PAGEABLE)
        return api_bad(cudaErrorInvalidValue, "the destination %p is not device memory", (void *)f->dst);
    return d ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t symbol_range(const void *symbol, size_t offset, size_t count, void **p)
{
    const struct alloc *a = heap_symbol(symbol);
    if (!a)
        return api_bad(cudaErrorInvalidSymbol, "%p is no __device__, __managed__ or __constant__ variable",
                       symbol);
    if (offset > a->hi - a->lo || count > a->hi - a->lo - offset)
        return api_bad(cudaErrorInvalidValue, "%zu bytes from byte %zu on do not fit %s, which has %zu",
                       count, offset, a->name, (size_t)(a->hi - a->lo));
    *p = (void *)(a->lo + offset);
    return cudaSuccess;
}

/* ---- carrying out -------------------------------------------------------------------------------------- */

uint64_t copy_bytes(const struct copy *c)
{
    return (uint64_t)c->width * c->height * c->depth;
}

uint64_t fill_bytes(const struct fill *f)
{
    return (uint64_t)f->width * f->height * f->depth;
}

/* What was not initialised is not after a copy either. */
static void copy_written(void *dst, const void *src, size_t n)
{
    struct alloc *d = heap_find((uintptr_t)dst), *s = heap_find((uintptr_t)src);
    size_t i = d ? (uintptr_t)dst - d->lo : 0, k = s ? (uintptr_t)src - s->lo : 0;
    if (!d || !d->written || !s || !s->written || (i | k | n) & 7)
        heap_written(dst, n);
    else
        rt_copy(d->written + i / 8, s->written + k / 8, n / 8);
}

static void copy_row(char *dst, const char *src, size_t n)
{
    if (dst > src && (size_t)(dst - src) < n) /* overlapping: undefined on a device; here as memmove */
        while (n--)
            dst[n] = src[n];
    else
        rt_copy(dst, src, n);
}

void copy_run(const struct copy *c)
{
    size_t width = c->width, height = c->height;
    if (height > 1 && c->dpitch == width && c->spitch == width) {
        width *= height;
        height = 1;
    }
    for (size_t z = 0; z < c->depth; z++)
        for (size_t y = 0; y < height; y++) {
            char *dst = c->dst + z * c->dslice + y * c->dpitch;
            const char *src = c->src + z * c->sslice + y * c->spitch;
            copy_row(dst, src, width);
            if (c->path == PATH_DEVICE)
                copy_written(dst, src, width);
            else if (c->path == PATH_UP)
                heap_written(dst, width);
        }
}

static void fill_row(char *p, size_t n, unsigned value, unsigned element)
{
    if (element == 1)
        rt_fill(p, (int)value, n);
    for (size_t i = 0; element > 1 && i + element <= n; i += element)
        rt_copy(p + i, &value, element); /* little endian */
}

void fill_run(const struct fill *f)
{
    for (size_t z = 0; z < f->depth; z++)
        for (size_t y = 0; y < f->height; y++) {
            char *p = f->dst + z * f->slice + y * f->pitch;
            fill_row(p, f->width, f->value, f->element);
            heap_written(p, f->width);
        }
}

/* ---- issuing ------------------------------------------------------------------------------------------- */

/* `wait`: the call returns when the copy is done, unless it stays on the device. */
static cudaError_t issue_copy(struct copy *c, enum cudaMemcpyKind kind, cudaStream_t stream, int wait)
{
    struct CUstream_st *s = stream_of(stream);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (wait && s->legacy) { /* the one that waits is not captured */
        cudaError_t bad = capture_forbids_legacy();
        if (!bad)
            bad = capture_forbids();
        if (bad)
            return bad;
    }
    cudaError_t e = copy_check(c, kind);
    if (e)
        capture_spoil(s);
    if (e || !copy_bytes(c))
        return e;
    struct op op = {.kind = OP_COPY, .pc = api_call.pc, .copy = *c};
    int captured = s->capture != NULL;
    api_host_time(1e-6);
    e = op_submit(s, &op);
    if (e || captured || (c->path == PATH_DEVICE && !c->pageable) || !(wait || c->pageable))
        return e;
    stream_sync(s);
    return api_see();
}

static struct copy linear(void *dst, const void *src, size_t n)
{
    return (struct copy){
        .dst = dst, .src = src, .dpitch = n, .spitch = n, .width = n, .height = 1, .depth = 1};
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    API_BEGIN;
    struct copy c = linear(dst, src, count);
    return api_end(issue_copy(&c, kind, 0, 1));
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    API_BEGIN;
    struct copy c = linear(dst, src, count);
    return api_end(issue_copy(&c, kind, stream, 0));
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t count)
{
    API_BEGIN;
    if (dst_device || src_device)
        return api_end(cudaErrorInvalidDevice);
    struct copy c = linear(dst, src, count);
    return api_end(issue_copy(&c, cudaMemcpyDeviceToDevice, 0, 1));
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t count,
                                cudaStream_t stream)
{
    API_BEGIN;
    if (dst_device || src_device)
        return api_end(cudaErrorInvalidDevice);
    struct copy c = linear(dst, src, count);
    return api_end(issue_copy(&c, cudaMemcpyDeviceToDevice, stream, 0));
}

static struct copy planar(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                          size_t height)
{
    return (struct copy){.dst = dst, .src = src, .dpitch = dpitch, .spitch = spitch, .width = width,
                         .height = height, .depth = 1};
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind)
{
    API_BEGIN;
    struct copy c = planar(dst, dpitch, src, spitch, width, height);
    return api_end(issue_copy(&c, kind, 0, 1));
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    API_BEGIN;
    struct copy c = planar(dst, dpitch, src, spitch, width, height);
    return api_end(issue_copy(&c, kind, stream, 0));
}

/* ---- arrays and three dimensions ----------------------------------------------------------------------- */

/* The byte of an array at x bytes, row y, slice z, when the box from there on is in it. */
static char *array_at(const struct cudaArray *a, size_t x, size_t y, size_t z, size_t width, size_t height,
                      size_t depth)
{
    size_t w = a->extent.width * a->element, h = a->extent.height ? a->extent.height : 1;
    size_t d = a->extent.depth ? a->extent.depth : 1;
    if (x > w || width > w - x || y > h || height > h - y || z > d || depth > d - z)
        return NULL;
    return a->data + z * a->slice + y * a->pitch + x;
}

cudaError_t copy_from_3d(struct copy *c, const struct cudaMemcpy3DParms *p)
{
    const struct cudaArray *da = p->dstArray, *sa = p->srcArray;
    if ((da && !array_ok(da)) || (sa && !array_ok(sa)) || !da == !p->dstPtr.ptr || !sa == !p->srcPtr.ptr)
        return api_bad(cudaErrorInvalidValue, "each side is either an array or a pitched pointer");
    size_t element = da ? da->element : sa ? sa->element : 1; /* with an array, widths count elements */
    struct cudaExtent x = p->extent;
    *c = (struct copy){.width = x.width * element, .height = x.height, .depth = x.depth};
    if (da) {
        c->dst = array_at(da, p->dstPos.x * element, p->dstPos.y, p->dstPos.z, c->width, x.height, x.depth);
        c->dpitch = da->pitch;
        c->dslice = da->slice;
    } else {
        const struct cudaPitchedPtr *d = &p->dstPtr;
        c->dpitch = d->pitch;
        c->dslice = d->pitch * d->ysize;
        c->dst = (char *)d->ptr + p->dstPos.z * c->dslice + p->dstPos.y * c->dpitch + p->dstPos.x * element;
    }
    if (sa) {
        size_t e = sa->element;
        c->src = array_at(sa, p->srcPos.x * e, p->srcPos.y, p->srcPos.z, c->width, x.height, x.depth);
        c->spitch = sa->pitch;
        c->sslice = sa->slice;
    } else {
        const struct cudaPitchedPtr *s = &p->srcPtr;
        c->spitch = s->pitch;
        c->sslice = s->pitch * s->ysize;
        c->src = (char *)s->ptr + p->srcPos.z * c->sslice + p->srcPos.y * c->spitch + p->srcPos.x * element;
    }
    if (!c->dst || !c->src)
        return api_bad(cudaErrorInvalidValue, "the box does not fit the array");
    return cudaSuccess;
}

static cudaError_t issue_3d(const struct cudaMemcpy3DParms *p, cudaStream_t stream, int wait)
{
    struct copy c;
    cudaError_t e = p ? copy_from_3d(&c, p) : cudaErrorInvalidValue;
    return e ? e : issue_copy(&c, p->kind, stream, wait);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
    API_BEGIN;
    return api_end(issue_3d(p, 0, 1));
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
    API_BEGIN;
    return api_end(issue_3d(p, stream, 0));
}

static cudaError_t issue_peer(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream, int wait)
{
    if (!p)
        return cudaErrorInvalidValue;
    if (p->srcDevice || p->dstDevice)
        return cudaErrorInvalidDevice;
    struct cudaMemcpy3DParms q = {p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
                                  p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDefault};
    return issue_3d(&q, stream, wait);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
    API_BEGIN;
    return api_end(issue_peer(p, 0, 1));
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
    API_BEGIN;
    return api_end(issue_peer(p, stream, 0));
}

static cudaError_t to_array(cudaArray_t dst, size_t x, size_t y, const void *src, size_t spitch, size_t width,
                            size_t height, enum cudaMemcpyKind kind, cudaStream_t stream, int wait)
{
    if (!array_ok(dst))
        return api_bad(cudaErrorInvalidResourceHandle, "the destination is no array");
    char *at = array_at(dst, x, y, 0, width, height, 1);
    if (!at)
        return api_bad(cudaErrorInvalidValue, "%zu bytes x %zu rows at (%zu, %zu) do not fit the array",
                       width, height, x, y);
    struct copy c = planar(at, dst->pitch, src, spitch, width, height);
    return issue_copy(&c, kind, stream, wait);
}

static cudaError_t from_array(void *dst, size_t dpitch, cudaArray_const_t src, size_t x, size_t y,
                              size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream,
                              int wait)
{
    if (!array_ok(src))
        return api_bad(cudaErrorInvalidResourceHandle, "the source is no array");
    const char *at = array_at(src, x, y, 0, width, height, 1);
    if (!at)
        return api_bad(cudaErrorInvalidValue, "%zu bytes x %zu rows at (%zu, %zu) do not fit the array",
                       width, height, x, y);
    struct copy c = planar(dst, dpitch, at, src->pitch, width, height);
    return issue_copy(&c, kind, stream, wait);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y, const void *src, size_t spitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind)
{
    API_BEGIN;
    return api_end(to_array(dst, x, y, src, spitch, width, height, kind, 0, 1));
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src, size_t spitch,
                                     size_t width, size_t height, enum cudaMemcpyKind kind,
                                     cudaStream_t stream)
{
    API_BEGIN;
    return api_end(to_array(dst, x, y, src, spitch, width, height, kind, stream, 0));
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dpitch, cudaArray_const_t src, size_t x, size_t y,
                                  size_t width, size_t height, enum cudaMemcpyKind kind)
{
    API_BEGIN;
    return api_end(from_array(dst, dpitch, src, x, y, width, height, kind, 0, 1));
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src, size_t x, size_t y,
                                       size_t width, size_t height, enum cudaMemcpyKind kind,
                                       cudaStream_t stream)
{
    API_BEGIN;
    return api_end(from_array(dst, dpitch, src, x, y, width, height, kind, stream, 0));
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t x, size_t y, cudaArray_const_t src, size_t sx,
                                     size_t sy, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    API_BEGIN;
    const char *from = array_ok(src) ? array_at(src, sx, sy, 0, width, height, 1) : NULL;
    if (!from)
        return api_end(api_bad(cudaErrorInvalidValue, "the box is not in the source array"));
    return api_end(to_array(dst, x, y, from, src->pitch, width, height, kind, 0, 1));
}

/* The copies of CUDA 11 and older: bytes in row-major order, from a place in the array on. */
cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t x, size_t y, const void *src, size_t count,
                              enum cudaMemcpyKind kind)
{
    API_BEGIN;
    size_t row = array_ok(dst) ? dst->extent.width * dst->element : 0;
    if (row && !x && count > row && count % row == 0)
        return api_end(to_array(dst, 0, y, src, row, row, count / row, kind, 0, 1));
    return api_end(to_array(dst, x, y, src, count, count, 1, kind, 0, 1));
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
                                enum cudaMemcpyKind kind)
{
    API_BEGIN;
    size_t row = array_ok(src) ? src->extent.width * src->element : 0;
    if (row && !x && count > row && count % row == 0)
        return api_end(from_array(dst, row, src, 0, y, row, count / row, kind, 0, 1));
    return api_end(from_array(dst, count, src, x, y, count, 1, kind, 0, 1));
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src, size_t count,
                                   enum cudaMemcpyKind kind, cudaStream_t stream)
{
    API_BEGIN;
    return api_end(to_array(dst, x, y, src, count, count, 1, kind, stream, 0));
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    API_BEGIN;
    return api_end(from_array(dst, count, src, x, y, count, 1, kind, stream, 0));
}

/* ---- symbols ------------------------------------------------------------------------------------------- */

static cudaError_t symbol_copy(const void *symbol, void *host, size_t count, size_t offset,
                               enum cudaMemcpyKind kind, int up, cudaStream_t stream, int wait)
{
    void *at = NULL;
    enum cudaMemcpyKind wrong = up ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
    cudaError_t e = symbol_range(symbol, offset, count, &at);
    if (e)
        return e;
    if (kind == wrong || kind == cudaMemcpyHostToHost)
        return api_bad(cudaErrorInvalidMemcpyDirection, "the symbol is the %s",
                       up ? "destination" : "source");
    struct copy c = up ? linear(at, host, count) : linear(host, at, count);
    return issue_copy(&c, kind, stream, wait);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
                               enum cudaMemcpyKind kind)
{
    API_BEGIN;
    return api_end(symbol_copy(symbol, (void *)src, count, offset, kind, 1, 0, 1));
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
                                 enum cudaMemcpyKind kind)
{
    API_BEGIN;
    return api_end(symbol_copy(symbol, dst, count, offset, kind, 0, 0, 1));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream)
{
    API_BEGIN;
    return api_end(symbol_copy(symbol, (void *)src, count, offset, kind, 1, stream, 0));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    API_BEGIN;
    return api_end(symbol_copy(symbol, dst, count, offset, kind, 0, stream, 0));
}

cudaError_t cudaGetSymbolAddress(void **p, const void *symbol)
{
    API_BEGIN;
    return api_end(p ? symbol_range(symbol, 0, 0, p) : cudaErrorInvalidValue);
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    API_BEGIN;
    void *p = NULL;
    cudaError_t e = size ? symbol_range(symbol, 0, 0, &p) : cudaErrorInvalidValue;
    if (!e)
        *size = heap_symbol(p)->hi - heap_symbol(p)->lo;
    return api_end(e);
}

/* ---- cudaMemset ---------------------------------------------------------------------------------------- */

/* Returns before the memory is set, unless the host may look at it. */
static cudaError_t issue_fill(const struct fill *f, cudaStream_t stream, int async)
{
    struct CUstream_st *s = stream_of(stream);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    cudaError_t e = s->legacy ? capture_forbids_legacy() : cudaSuccess;
    if (!e)
        e = fill_check(f);
    if (e)
        capture_spoil(s);
    if (e || !fill_bytes(f))
        return e;
    struct op op = {.kind = OP_FILL, .pc = api_call.pc, .fill = *f};
    api_host_time(1e-6);
    e = op_submit(s, &op);
    const struct alloc *a = heap_find((uintptr_t)f->dst);
    if (!e && !async && a && a->kind == ALLOC_PINNED) {
        stream_sync(s);
        e = api_see();
    }
    return e;
}

static struct fill row_fill(void *p, int value, size_t n)
{
    return (struct fill){.dst = p, .pitch = n, .width = n, .height = 1, .depth = 1, .value = (uint8_t)value,
                         .element = 1};
}

cudaError_t cudaMemset(void *p, int value, size_t count)
{
    API_BEGIN;
    struct fill f = row_fill(p, value, count);
    return api_end(issue_fill(&f, 0, 0));
}

cudaError_t cudaMemsetAsync(void *p, int value, size_t count, cudaStream_t stream)
{
    API_BEGIN;
    struct fill f = row_fill(p, value, count);
    return api_end(issue_fill(&f, stream, 1));
}

cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    API_BEGIN;
    struct fill f = row_fill(p, value, width);
    f.pitch = pitch;
    f.height = height;
    return api_end(issue_fill(&f, stream, 1));
}

cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height)
{
    API_BEGIN;
    return api_end(cudaMemset2DAsync(p, pitch, value, width, height, 0));
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
    API_BEGIN;
    struct fill f = row_fill(p.ptr, value, extent.width);
    f.pitch = p.pitch;
    f.slice = p.pitch * p.ysize;
    f.height = extent.height;
    f.depth = extent.depth;
    return api_end(issue_fill(&f, stream, 1));
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent extent)
{
    API_BEGIN;
    return api_end(cudaMemset3DAsync(p, value, extent, 0));
}
