/*
 * naive.c: the reference with a CRC that goes bit by bit, and candidates found by comparing every document with every
 * other one. The order, the loader and the workers' rules have no slower form that is worth keeping.
 */
#define crc32_of ref_crc32_of
#define lsh_pairs ref_lsh_pairs
#include "ref.c"
#undef crc32_of
#undef lsh_pairs

uint32_t crc32_of(const void *data, size_t bytes);
int64_t lsh_pairs(int docs, int K, int bands, const uint32_t *sig, int64_t room, int32_t (*pair)[2]);

uint32_t crc32_of(const void *data, size_t bytes)
{
    const uint8_t *p = data;
    uint32_t c = 0xffffffffu;
    for (size_t i = 0; i < bytes; i++) {
        c ^= p[i];
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    }
    return ~c;
}

static int share_a_band(int K, int bands, const uint32_t *a, const uint32_t *b)
{
    int r = K / bands;
    for (int k = 0; k < bands; k++)
        if (!memcmp(a + k * r, b + k * r, (size_t)r * 4))
            return 1;
    return 0;
}

int64_t lsh_pairs(int docs, int K, int bands, const uint32_t *sig, int64_t room, int32_t (*pair)[2])
{
    int64_t n = 0;
    for (int i = 0; i < docs; i++)
        for (int j = i + 1; has_any(K, sig + (size_t)i * (size_t)K) && j < docs; j++)
            if (has_any(K, sig + (size_t)j * (size_t)K) &&
                share_a_band(K, bands, sig + (size_t)i * (size_t)K, sig + (size_t)j * (size_t)K)) {
                if (n < room)
                    pair[n][0] = i, pair[n][1] = j;
                n++;
            }
    return n;
}
