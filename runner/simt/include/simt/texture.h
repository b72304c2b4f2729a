/*
 * simt/texture.h: the texture and surface functions of device code, on objects (cudaCreateTextureObject).
 *
 * As the CUDA programming guide has it: point sampling takes the element below the coordinate; linear
 * filtering weighs the two (four, eight) around coordinate - 0.5 with fractions of 8 bits. A fetch goes
 * through the texture unit, so it is none of the global loads that the profile counts.
 */
#ifndef SIMT_TEXTURE_H
#define SIMT_TEXTURE_H

#include <math.h>

#include <type_traits>

#include "core.h"
#include "texture_abi.h"

#define SIMT_TEX template <class T> static inline __attribute__((always_inline))
#define SIMT_TEX_QUIET static __attribute__((noinline, unused, SIMT_NO_HOOKS))
#define SIMT_TEX_SMALL static inline __attribute__((always_inline, unused))

/* ---- elements ------------------------------------------------------------------------------------------ */

/* <immintrin.h> would triple every compilation. */
SIMT_TEX_SMALL float simt_texel_half(unsigned short bits)
{
    float f;
    __asm__("vmovd %1, %0\n\tvcvtph2ps %0, %0" : "=x"(f) : "r"((unsigned)bits));
    return f;
}

struct simt_texel { /* four channels, as integers or as floats */
    int is_float;
    float f[4];
    int i[4];
};

template <class T> struct simt_texel_type {
    typedef T part;
};
#define SIMT_TEXEL_TYPES(type, name)                                                                 \
    template <> struct simt_texel_type<name##1> { typedef type part; };                              \
    template <> struct simt_texel_type<name##2> { typedef type part; };                              \
    template <> struct simt_texel_type<name##3> { typedef type part; };                              \
    template <> struct simt_texel_type<name##4> { typedef type part; };
SIMT_TEXEL_TYPES(signed char, char)
SIMT_TEXEL_TYPES(unsigned char, uchar)
SIMT_TEXEL_TYPES(short, short)
SIMT_TEXEL_TYPES(unsigned short, ushort)
SIMT_TEXEL_TYPES(int, int)
SIMT_TEXEL_TYPES(unsigned, uint)
SIMT_TEXEL_TYPES(float, float)
#undef SIMT_TEXEL_TYPES

SIMT_TEX_SMALL int simt_texel_bits(const char *p, int bits, int is_signed)
{
    if (bits == 8)
        return is_signed ? *(const signed char *)p : *(const unsigned char *)p;
    if (bits == 16)
        return is_signed ? *(const short *)p : *(const unsigned short *)p;
    return *(const int *)p;
}

/* The element at p: integers, or floats where the format or the read mode says so. */
SIMT_TEX_SMALL void simt_texel_load(simt_texel *e, const simt_texture *t, const char *p)
{
    int is_signed = t->kind == cudaChannelFormatKindSigned, bytes = t->bits / 8;
    float most = t->bits == 32 ? 1 : (float)((1 << (t->bits - is_signed)) - 1);
    e->is_float = t->kind == cudaChannelFormatKindFloat || t->as_float;
    for (int k = 0; k < 4; k++) {
        e->f[k] = 0;
        e->i[k] = 0;
        if (k >= t->channels)
            continue;
        int v = simt_texel_bits(p + k * bytes, t->bits, is_signed);
        e->i[k] = v;
        if (t->kind != cudaChannelFormatKindFloat)
            e->f[k] = v / most < -1 ? -1 : v / most;
        else if (t->bits == 32)
            __builtin_memcpy(&e->f[k], &v, 4);
        else
            e->f[k] = simt_texel_half((unsigned short)v);
        if (t->srgb && t->as_float && k < 3)
            e->f[k] = e->f[k] <= 0.04045f ? e->f[k] / 12.92f : powf((e->f[k] + 0.055f) / 1.055f, 2.4f);
    }
}

SIMT_TEX T simt_texel_as(const simt_texel &e)
{
    typedef typename simt_texel_type<T>::part part;
    T r;
    part *p = (part *)(void *)&r;
    for (unsigned k = 0; k < sizeof(T) / sizeof(part); k++)
        p[k] = std::is_floating_point<part>::value || e.is_float ? (part)e.f[k] : (part)e.i[k];
    return r;
}

/* ---- addresses ----------------------------------------------------------------------------------------- */

/* The element that index i of n means, or -1: the border. */
SIMT_TEX_SMALL int simt_tex_wrap(int i, int n, int mode)
{
    if (i >= 0 && i < n)
        return i;
    switch (mode) {
    case cudaAddressModeWrap:
        i %= n;
        return i < 0 ? i + n : i;
    case cudaAddressModeMirror:
        i %= 2 * n;
        i = i < 0 ? i + 2 * n : i;
        return i < n ? i : 2 * n - 1 - i;
    case cudaAddressModeClamp:
        return i < 0 ? 0 : n - 1;
    default:
        return -1;
    }
}

/* Wrapping and mirroring exist for normalized coordinates only; the rest clamps. */
SIMT_TEX_SMALL int simt_tex_mode(const simt_texture *t, int dim)
{
    int mode = t->address[dim];
    return !t->normalized && mode != cudaAddressModeBorder ? (int)cudaAddressModeClamp : mode;
}

SIMT_TEX_SMALL void simt_tex_at(simt_texel *e, const simt_texture *t, int x, int y, int z, int layered)
{
    int w = (int)t->width, h = t->height ? (int)t->height : 1, d = t->depth ? (int)t->depth : 1;
    x = simt_tex_wrap(x, w, simt_tex_mode(t, 0));
    y = h > 1 ? simt_tex_wrap(y, h, simt_tex_mode(t, 1)) : 0;
    z = d > 1 ? simt_tex_wrap(z, d, layered ? (int)cudaAddressModeClamp : simt_tex_mode(t, 2)) : 0;
    if (x < 0 || y < 0 || z < 0) {
        e->is_float = t->kind == cudaChannelFormatKindFloat || t->as_float;
        for (int k = 0; k < 4; k++) {
            e->f[k] = t->border[k];
            e->i[k] = (int)t->border[k];
        }
        return;
    }
    long bytes = t->channels * t->bits / 8;
    simt_texel_load(e, t, t->data + z * (long)t->slice + y * (long)t->pitch + x * bytes);
}

/* ---- sampling ------------------------------------------------------------------------------------------ */

SIMT_TEX_SMALL float simt_tex_fraction(float x, int *below)
{
    float f = floorf(x);
    *below = (int)f;
    return rintf((x - f) * 256) / 256;
}

/* One level, dims dimensions; z of a layered texture is the layer. */
SIMT_TEX_QUIET void simt_tex_level(simt_texel *e, const simt_texture *t, float x, float y, float z, int dims,
                                   int layered)
{
    if (t->normalized) {
        x *= (float)t->width;
        y *= (float)(t->height ? t->height : 1);
        z *= layered ? 1 : (float)(t->depth ? t->depth : 1);
    }
    if (!t->linear) {
        simt_tex_at(e, t, (int)floorf(x), dims > 1 ? (int)floorf(y) : 0,
                    layered || dims > 2 ? (int)floorf(z) : 0, layered);
        return;
    }
    int i = 0, j = 0, k = layered ? (int)z : 0;
    float a = simt_tex_fraction(x - 0.5f, &i), b = 0, c = 0, sum[4] = {0, 0, 0, 0};
    if (dims > 1)
        b = simt_tex_fraction(y - 0.5f, &j);
    if (dims > 2)
        c = simt_tex_fraction(z - 0.5f, &k);
    for (int corner = 0; corner < 1 << dims; corner++) {
        int di = corner & 1, dj = corner >> 1 & 1, dk = corner >> 2 & 1;
        float weight = (di ? a : 1 - a) * (dims < 2 ? 1 : dj ? b : 1 - b) * (dims < 3 ? 1 : dk ? c : 1 - c);
        simt_tex_at(e, t, i + di, j + dj, k + dk, layered);
        for (int n = 0; n < 4; n++)
            sum[n] += weight * e->f[n];
    }
    for (int n = 0; n < 4; n++)
        e->f[n] = sum[n];
    e->is_float = 1;
}

SIMT_TEX_SMALL const simt_texture *simt_tex_object(cudaTextureObject_t object, uintptr_t pc)
{
    const simt_texture *t = (const simt_texture *)(uintptr_t)object;
    if (!t || t->magic != SIMT_TEXTURE_MAGIC) {
        simt_error("illegal-address", pc,
                   "the texture or surface object was never created, or was destroyed");
        simt_trap(pc);
    }
    return t;
}

SIMT_TEX_QUIET void simt_tex(simt_texel *e, cudaTextureObject_t object, float x, float y, float z, float lod,
                             int dims, int layered, uintptr_t pc)
{
    const simt_texture *t = simt_tex_object(object, pc);
    if (!t->level) {
        simt_tex_level(e, t, x, y, z, dims, layered);
        return;
    }
    float top = (float)(t->levels - 1), most = t->texture.maxMipmapLevelClamp;
    lod += t->texture.mipmapLevelBias;
    lod = lod < t->texture.minMipmapLevelClamp ? t->texture.minMipmapLevelClamp : lod;
    lod = lod > most ? most : lod;
    lod = lod < 0 ? 0 : lod > top ? top : lod;
    if (t->texture.mipmapFilterMode == cudaFilterModePoint) {
        simt_tex_level(e, &t->level[(int)(lod + 0.5f)], x, y, z, dims, layered);
        return;
    }
    int below;
    simt_texel next;
    float a = simt_tex_fraction(lod, &below);
    simt_tex_level(e, &t->level[below], x, y, z, dims, layered);
    simt_tex_level(&next, &t->level[below + 1 < (int)t->levels ? below + 1 : below], x, y, z, dims, layered);
    for (int k = 0; k < 4; k++)
        e->f[k] += a * (next.f[k] - e->f[k]);
}

SIMT_TEX_QUIET void simt_tex_fetch(simt_texel *e, cudaTextureObject_t object, int x, uintptr_t pc)
{
    const simt_texture *t = simt_tex_object(object, pc);
    *e = simt_texel();
    e->is_float = t->kind == cudaChannelFormatKindFloat || t->as_float;
    if (x >= 0 && x < (int)t->width)
        simt_texel_load(e, t, t->data + x * (long)(t->channels * t->bits / 8));
}

/* Each in the two forms that CUDA has: the value returned, and stored through a pointer. */
#define SIMT_TEX_SAMPLE(name, params, names, x, y, z, lod, dims, layered)                            \
    SIMT_TEX T name(cudaTextureObject_t object, SIMT_TEX_LIST params, SIMT_AT)                       \
    {                                                                                                \
        simt_texel e;                                                                                \
        simt_tex(&e, object, x, y, z, lod, dims, layered, simt_pc);                                  \
        return simt_texel_as<T>(e);                                                                  \
    }                                                                                                \
    SIMT_TEX void name(T *to, cudaTextureObject_t object, SIMT_TEX_LIST params, SIMT_AT)             \
    {                                                                                                \
        *to = name<T>(object, SIMT_TEX_LIST names, simt_pc);                                         \
    }
#define SIMT_TEX_LIST(...) __VA_ARGS__

SIMT_TEX T tex1Dfetch(cudaTextureObject_t object, int x, SIMT_AT)
{
    simt_texel e;
    simt_tex_fetch(&e, object, x, simt_pc);
    return simt_texel_as<T>(e);
}
SIMT_TEX void tex1Dfetch(T *to, cudaTextureObject_t object, int x, SIMT_AT)
{
    *to = tex1Dfetch<T>(object, x, simt_pc);
}

SIMT_TEX_SAMPLE(tex1D, (float x), (x), x, 0, 0, 0, 1, 0)
SIMT_TEX_SAMPLE(tex2D, (float x, float y), (x, y), x, y, 0, 0, 2, 0)
SIMT_TEX_SAMPLE(tex3D, (float x, float y, float z), (x, y, z), x, y, z, 0, 3, 0)
SIMT_TEX_SAMPLE(tex1DLayered, (float x, int layer), (x, layer), x, 0, (float)layer, 0, 1, 1)
SIMT_TEX_SAMPLE(tex2DLayered, (float x, float y, int layer), (x, y, layer), x, y, (float)layer, 0, 2, 1)
SIMT_TEX_SAMPLE(tex1DLod, (float x, float level), (x, level), x, 0, 0, level, 1, 0)
SIMT_TEX_SAMPLE(tex2DLod, (float x, float y, float level), (x, y, level), x, y, 0, level, 2, 0)
SIMT_TEX_SAMPLE(tex3DLod, (float x, float y, float z, float level), (x, y, z, level), x, y, z, level, 3, 0)
SIMT_TEX_SAMPLE(tex2DLayeredLod, (float x, float y, int layer, float level), (x, y, layer, level), x, y,
                (float)layer, level, 2, 1)
#undef SIMT_TEX_SAMPLE
#undef SIMT_TEX_LIST

/* The face of a cube and the place on it: a cubemap is an array of six layers. */
SIMT_TEX_SMALL int simt_cube_face(float x, float y, float z, float *s, float *t)
{
    float ax = fabsf(x), ay = fabsf(y), az = fabsf(z), m;
    int face;
    if (ax >= ay && ax >= az) {
        face = x < 0;
        m = ax, *s = x < 0 ? z : -z, *t = -y;
    } else if (ay >= az) {
        face = 2 + (y < 0);
        m = ay, *s = x, *t = y < 0 ? -z : z;
    } else {
        face = 4 + (z < 0);
        m = az, *s = z < 0 ? -x : x, *t = -y;
    }
    *s = (*s / m + 1) / 2;
    *t = (*t / m + 1) / 2;
    return face;
}
SIMT_TEX T texCubemap(cudaTextureObject_t object, float x, float y, float z, SIMT_AT)
{
    float s, t;
    int face = simt_cube_face(x, y, z, &s, &t);
    return tex2DLayered<T>(object, s, t, face, simt_pc);
}
SIMT_TEX T texCubemapLayered(cudaTextureObject_t object, float x, float y, float z, int layer, SIMT_AT)
{
    float s, t;
    int face = simt_cube_face(x, y, z, &s, &t);
    return tex2DLayered<T>(object, s, t, 6 * layer + face, simt_pc);
}

/* One channel of the four elements that a linear sample would weigh. */
SIMT_TEX_QUIET void simt_tex_gather(float *f, int *i, cudaTextureObject_t object, float x, float y,
                                    int channel, uintptr_t pc)
{
    static const int order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    const simt_texture *t = simt_tex_object(object, pc);
    x *= t->normalized ? (float)t->width : 1;
    y *= t->normalized ? (float)t->height : 1;
    for (int k = 0; k < 4; k++) {
        simt_texel e;
        simt_tex_at(&e, t, (int)floorf(x - 0.5f) + order[k][0], (int)floorf(y - 0.5f) + order[k][1], 0, 0);
        f[k] = e.f[channel & 3];
        i[k] = e.i[channel & 3];
    }
}
SIMT_TEX T tex2Dgather(cudaTextureObject_t object, float x, float y, int channel = 0, SIMT_AT)
{
    typedef typename simt_texel_type<T>::part part;
    simt_texel e = {std::is_floating_point<part>::value, {0, 0, 0, 0}, {0, 0, 0, 0}};
    simt_tex_gather(e.f, e.i, object, x, y, channel, simt_pc);
    return simt_texel_as<T>(e);
}

/* ---- surfaces: x in bytes ------------------------------------------------------------------------------ */

/* The address of n bytes at (x, y, z), or NULL where the boundary mode says nothing happens. */
SIMT_TEX_QUIET char *simt_surface_at(cudaSurfaceObject_t object, int x, int y, int z, int n, int mode,
                                     uintptr_t pc)
{
    const simt_texture *t = simt_tex_object(object, pc);
    int bytes = t->channels * t->bits / 8, w = (int)t->width * bytes;
    int h = t->height ? (int)t->height : 1, d = t->depth ? (int)t->depth : 1;
    if (x < 0 || x + n > w || y < 0 || y >= h || z < 0 || z >= d) {
        if (mode == cudaBoundaryModeTrap) {
            simt_error(
                "out-of-bounds", pc,
                "a surface access at byte %d, row %d, slice %d, outside of %d bytes x %d rows x %d slices", x,
                y, z, w, h, d);
            simt_trap(pc);
        }
        if (mode == cudaBoundaryModeZero)
            return 0;
        x = x < 0 ? 0 : x + n > w ? w - n : x;
        y = y < 0 ? 0 : y >= h ? h - 1 : y;
        z = z < 0 ? 0 : z >= d ? d - 1 : z;
    }
    return t->data + z * (long)t->slice + y * (long)t->pitch + x;
}
SIMT_TEX_QUIET void simt_surface_copy(void *to, const void *from, int n)
{
    for (int i = 0; i < n; i++)
        ((char *)to)[i] = from ? ((const char *)from)[i] : 0;
}

#define SIMT_SURFACE(dims, params, names, x, y, z)                                                   \
    SIMT_TEX T surf##dims##read(cudaSurfaceObject_t object, SIMT_SURFACE_LIST params,                \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap, SIMT_AT)        \
    {                                                                                                \
        T r;                                                                                         \
        simt_surface_copy(&r, simt_surface_at(object, x, y, z, sizeof(T), mode, simt_pc), sizeof(T)); \
        return r;                                                                                    \
    }                                                                                                \
    SIMT_TEX void surf##dims##read(T *to, cudaSurfaceObject_t object, SIMT_SURFACE_LIST params,      \
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap, SIMT_AT)     \
    {                                                                                                \
        *to = surf##dims##read<T>(object, SIMT_SURFACE_LIST names, mode, simt_pc);                   \
    }                                                                                                \
    SIMT_TEX void surf##dims##write(T value, cudaSurfaceObject_t object, SIMT_SURFACE_LIST params,   \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap, SIMT_AT)    \
    {                                                                                                \
        char *to = simt_surface_at(object, x, y, z, sizeof(T), mode, simt_pc);                       \
        if (to)                                                                                      \
            simt_surface_copy(to, &value, sizeof(T));                                                \
    }
#define SIMT_SURFACE_LIST(...) __VA_ARGS__
SIMT_SURFACE(1D, (int x), (x), x, 0, 0)
SIMT_SURFACE(2D, (int x, int y), (x, y), x, y, 0)
SIMT_SURFACE(3D, (int x, int y, int z), (x, y, z), x, y, z)
SIMT_SURFACE(1DLayered, (int x, int layer), (x, layer), x, 0, layer)
SIMT_SURFACE(2DLayered, (int x, int y, int layer), (x, y, layer), x, y, layer)
SIMT_SURFACE(Cubemap, (int x, int y, int face), (x, y, face), x, y, face)
#undef SIMT_SURFACE
#undef SIMT_SURFACE_LIST

#undef SIMT_TEX
#undef SIMT_TEX_QUIET
#undef SIMT_TEX_SMALL
#endif
