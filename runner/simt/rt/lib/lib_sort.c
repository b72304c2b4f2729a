/* lib_sort.c: sorting for CUB and Thrust: a byte-wise radix sort of device memory, unseen by the hooks. */
#include <string.h>

#include "runner/simt/include/simt/lib_abi.h"
#include "runner/simt/rt/rt.h"

struct item {
    uint64_t key;
    uint64_t from; /* where it was */
};

/* Bits that order as the keys do, the sorted field lowest. */
static uint64_t ordered(const struct simt_sort *s, size_t i)
{
    uint64_t u = 0, top = 1ull << (8 * s->key_size - 1);
    memcpy(&u, (const char *)s->keys_in + i * s->key_size, s->key_size);
    if (s->kind == SIMT_KEY_SIGNED)
        u ^= top;
    else if (s->kind == SIMT_KEY_FLOAT)
        u = u == top ? top : u & top ? ~u : u | top; /* -0 sorts as 0 */
    if (s->descending)
        u = ~u;
    unsigned width = s->end_bit - s->begin_bit;
    u >>= s->begin_bit;
    return width < 64 ? u & ((1ull << width) - 1) : u;
}

static struct item *sorted(struct item *a, struct item *b, size_t n, unsigned bits)
{
    for (unsigned shift = 0; shift < bits; shift += 8) {
        size_t at[256] = { 0 }, sum = 0;
        for (size_t i = 0; i < n; i++)
            at[a[i].key >> shift & 255]++;
        for (int d = 0; d < 256; d++) {
            size_t count = at[d];
            at[d] = sum;
            sum += count;
        }
        for (size_t i = 0; i < n; i++)
            b[at[a[i].key >> shift & 255]++] = a[i];
        struct item *t = a;
        a = b, b = t;
    }
    return a;
}

static int in_memory(const char *what, const void *p, size_t bytes, uintptr_t pc)
{
    const struct alloc *in = heap_find((uintptr_t)p);
    if (in && bytes <= in->hi - (uintptr_t)p)
        return 1;
    simt_error(in ? "out-of-bounds" : "illegal-address", pc,
               "sorting: %zu bytes of %s at %p are no device memory", bytes, what, p);
    return 0;
}

void simt_sort(const struct simt_sort *s, uintptr_t pc)
{
    size_t keys = s->n * s->key_size, values = s->values_in ? s->n * s->value_size : 0;
    if (!s->n || !in_memory("keys", s->keys_in, keys, pc) ||
        !in_memory("sorted keys", s->keys_out, keys, pc) ||
        (values && (!in_memory("values", s->values_in, values, pc) ||
                    !in_memory("sorted values", s->values_out, values, pc))))
        return;
    struct item *a = rt_malloc(2 * s->n * sizeof *a); /* a lane runs this: malloc would be the kernel heap */
    char *copy = rt_malloc(keys + values);
    if (!a || !copy)
        simt_error("api", pc, "To sort %zu keys, the host has not enough memory.", s->n);
    else {
        for (size_t i = 0; i < s->n; i++)
            a[i] = (struct item){ ordered(s, i), i };
        const struct item *in_order = sorted(a, a + s->n, s->n, s->end_bit - s->begin_bit);
        rt_copy(copy, s->keys_in, keys);
        if (values)
            rt_copy(copy + keys, s->values_in, values);
        for (size_t i = 0; i < s->n; i++) {
            size_t from = in_order[i].from;
            rt_copy((char *)s->keys_out + i * s->key_size, copy + from * s->key_size, s->key_size);
            if (values)
                rt_copy((char *)s->values_out + i * s->value_size, copy + keys + from * s->value_size,
                        s->value_size);
        }
        heap_written(s->keys_out, keys);
        if (values)
            heap_written(s->values_out, values);
    }
    rt_free(copy);
    rt_free(a);
}
