/*
 * simt/texture_abi.h: a texture or surface object as device code sees it: the handle is its address.
 * api_texture.c fills it in, simt/texture.h reads it.
 */
#ifndef SIMT_TEXTURE_ABI_H
#define SIMT_TEXTURE_ABI_H

#include <stdint.h>

#include "../driver_types.h"

#define SIMT_TEXTURE_MAGIC 0x54455854u

struct simt_texture {
    uint32_t magic;
    int channels, bits;               /* of an element; bits of a channel */
    int kind;                         /* enum cudaChannelFormatKind */
    unsigned width, height, depth;    /* elements; 0 where there is no such dimension; depth: layers too */
    unsigned levels;
    uint64_t pitch, slice;            /* bytes */
    char *data;
    int address[3], linear, normalized, as_float, srgb;
    float border[4];
    struct simt_texture *level;       /* of a mipmap: all its levels */
    struct cudaResourceDesc resource; /* as the program gave them */
    struct cudaTextureDesc texture;
    struct cudaResourceViewDesc view;
};

#endif
