/* zip.c: local headers, the directory, its end, as PKWARE's APPNOTE 6.3 has them (methods: stored alone). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "zip.h"

#include <stdint.h>
#include <string.h>

enum { NAME = 200, FILES = 60000, VERSION = 20, UNIX = 3 << 8, UTF8 = 1 << 11, DAY = 1 << 5 | 1 }; /* 1 January 1980 */
static const uint64_t most = UINT32_MAX;

static uint32_t crc_of(const unsigned char *s, size_t n)
{
    uint32_t crc = 0xffffffffu;
    for (size_t k = 0; k < n; k++) {
        crc ^= s[k];
        for (int b = 0; b < 8; b++)
            crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
    }
    return ~crc;
}

/* Little-endian, so many bytes of each. */
static void put(struct text *t, uint32_t v, int bytes)
{
    char b[4];
    for (int k = 0; k < bytes; k++)
        b[k] = (char)(v >> 8 * k & 0xff);
    text_add(t, b, (size_t)bytes);
}

/* What the local header and the directory have alike. */
static void common(struct text *t, uint32_t crc, size_t n, size_t name)
{
    put(t, VERSION, 2);
    put(t, UTF8, 2);
    put(t, 0, 2); /* stored */
    put(t, 0, 2);
    put(t, DAY, 2);
    put(t, crc, 4);
    put(t, (uint32_t)n, 4);
    put(t, (uint32_t)n, 4);
    put(t, (uint32_t)name, 2);
    put(t, 0, 2);
}

static bool name_ok(const char *name)
{
    size_t n = strlen(name);
    if (!n || n > NAME || *name == '/' || strchr(name, '\\'))
        return false;
    for (const char *p = name; *p; p += strcspn(p, "/") + (p[strcspn(p, "/")] != 0))
        if (!strncmp(p, "..", 2) && (p[2] == '/' || !p[2]))
            return false;
    return true;
}

int zip_add(struct zip *z, const char *name, const void *bytes, size_t n, bool runs, struct err *e)
{
    if (!name_ok(name))
        return err_set(e, "\"%.80s\" is no name for a file of a zip", name);
    if (z->files >= FILES || n > most || z->to->len + n > most)
        return err_set(e, "The files are more than a zip takes.");
    uint32_t at = (uint32_t)z->to->len, crc = crc_of(bytes, n);
    put(z->to, 0x04034b50, 4);
    common(z->to, crc, n, strlen(name));
    text_add(z->to, name, strlen(name));
    text_add(z->to, bytes, n);
    z->index.cap = 64u << 20;
    put(&z->index, 0x02014b50, 4);
    put(&z->index, UNIX | VERSION, 2);
    common(&z->index, crc, n, strlen(name));
    put(&z->index, 0, 2);
    put(&z->index, 0, 2);
    put(&z->index, 0, 2);
    put(&z->index, (uint32_t)(runs ? 0100755 : 0100644) << 16, 4);
    put(&z->index, at, 4);
    text_add(&z->index, name, strlen(name));
    z->files++;
    return 0;
}

int zip_end(struct zip *z, struct err *e)
{
    uint32_t at = (uint32_t)z->to->len;
    text_add(z->to, text_str(&z->index), z->index.len);
    put(z->to, 0x06054b50, 4);
    put(z->to, 0, 2);
    put(z->to, 0, 2);
    put(z->to, (uint32_t)z->files, 2);
    put(z->to, (uint32_t)z->files, 2);
    put(z->to, (uint32_t)z->index.len, 4);
    put(z->to, at, 4);
    put(z->to, 0, 2);
    bool whole = !z->to->dropped && !z->index.dropped;
    text_finish(&z->index);
    z->files = 0;
    return whole ? 0 : err_set(e, "The files have more than %zu MiB in all.", z->to->cap >> 20);
}
