/*
 * shared_arrays.c: which arrays lie where in shared memory, for messages and bounds, and what they hold before
 * anybody wrote them.
 *
 * That is undefined on a device: often what the last block left, which may look right. Here it is one pattern in
 * every block: a NaN as float, double, half and bfloat16, and a number no program means as an integer. It is laid
 * down when a block first reaches the array's declaration, so that only arrays in use cost anything.
 */
#include <pthread.h>
#include <string.h>

#include "runner/simt/rt/heap.h"
#include "runner/simt/rt/sched/sched.h"
#include "shadow.h"

enum { MAX_ARRAYS = 512 };
static struct array {
    const char *name;
    size_t offset, size;
    int touched; /* in this launch */
    int outside; /* of functions: every block reaches it */
} arrays[MAX_ARRAYS];
static unsigned narrays;
static pthread_mutex_t arrays_lock = PTHREAD_MUTEX_INITIALIZER;

static int is_known(const struct array *v, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        if (arrays[i].offset == v->offset && arrays[i].size == v->size)
            return 1;
    return 0;
}

static void make_known(struct array v)
{
    unsigned n = __atomic_load_n(&narrays, __ATOMIC_ACQUIRE);

    if (is_known(&v, 0, n) || n == MAX_ARRAYS)
        return;
    pthread_mutex_lock(&arrays_lock);
    if (narrays < MAX_ARRAYS && !is_known(&v, n, narrays)) {
        arrays[narrays] = v;
        __atomic_store_n(&narrays, narrays + 1, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&arrays_lock);
}

void simt_shared_declare(const char *name, const void *storage, size_t size)
{
    make_known(
        (struct array){ .name = name, .offset = (uintptr_t)storage - shared_start(), .size = size, .outside = 1 });
}

void simt_shared_begin(const char *name, void *storage, size_t size)
{
    struct worker *w = simt_worker;

    if (!w)
        return;
    if (trace_hooked)
        make_known((struct array){ .name = name, .offset = (uintptr_t)storage - w->shared_lo, .size = size });
    rt_poison(storage, size);
}

void shared_poison(struct worker *w)
{
    rt_poison(simt_dyn_smem(), simt_current.in.smem);
    for (unsigned i = 0; i < narrays; i++)
        if (arrays[i].outside)
            rt_poison((void *)(w->shared_lo + arrays[i].offset), arrays[i].size);
}

static size_t dynamic_window(struct worker *w, size_t *size)
{
    *size = simt_current.in.smem;
    /* the same in every thread: w may be another block of the cluster */
    return (uintptr_t)simt_dyn_smem() - (simt_worker ? simt_worker : w)->shared_lo;
}

int shared_bounds(struct worker *w, uintptr_t a, uintptr_t *lo, uintptr_t *hi)
{
    size_t offset = a - w->shared_lo, dyn_size, dyn = dynamic_window(w, &dyn_size);
    unsigned n = __atomic_load_n(&narrays, __ATOMIC_ACQUIRE);

    if (offset - dyn < dyn_size) {
        *lo = w->shared_lo + dyn;
        *hi = *lo + dyn_size;
        return 1;
    }
    for (unsigned i = 0; i < n; i++)
        if (offset - arrays[i].offset < arrays[i].size) {
            __atomic_store_n(&arrays[i].touched, 1, __ATOMIC_RELAXED);
            *lo = w->shared_lo + arrays[i].offset;
            *hi = *lo + arrays[i].size;
            return 1;
        }
    return 0;
}

void shared_describe(struct worker *w, uintptr_t a, uintptr_t guide, char *text, size_t n)
{
    size_t offset = a - w->shared_lo, meant = guide - w->shared_lo, dyn_size, dyn = dynamic_window(w, &dyn_size);
    unsigned count = __atomic_load_n(&narrays, __ATOMIC_ACQUIRE);
    const struct array *best = NULL, whole = { .name = "the launch's dynamic shared memory", .offset = dyn,
                                               .size = dyn_size };
    size_t least = SIZE_MAX;

    /* Else the array that starts nearest before it: an index that ran too far is the usual reason. */
    for (unsigned i = 0; i <= count; i++) {
        const struct array *v = i < count ? &arrays[i] : &whole;
        if (meant - v->offset < v->size) {
            best = v;
            break;
        }
        if (v->size && offset >= v->offset && offset - v->offset < least) {
            least = offset - v->offset;
            best = v;
        }
    }
    if (!best)
        snprintf(text, n, "before the first shared array");
    else if (offset < best->offset)
        snprintf(text, n, "%zu bytes before %s (%zu bytes)", best->offset - offset, best->name, best->size);
    else if (offset >= best->offset + best->size)
        snprintf(text, n, "%zu bytes past the end of %s (%zu bytes)", offset - best->offset - best->size, best->name,
                 best->size);
    else
        snprintf(text, n, "in part past the end of %s (%zu bytes)", best->name, best->size);
}

const char *shared_place(struct worker *w, uintptr_t a, char *text, size_t n)
{
    size_t offset = a - w->shared_lo, dyn_size, dyn = dynamic_window(w, &dyn_size);
    unsigned count = __atomic_load_n(&narrays, __ATOMIC_ACQUIRE);

    for (unsigned i = 0; i < count; i++)
        if (offset - arrays[i].offset < arrays[i].size) {
            snprintf(text, n, "%s (byte %zu)", arrays[i].name, offset - arrays[i].offset);
            return text;
        }
    if (offset - dyn < dyn_size)
        snprintf(text, n, "dynamic shared memory (byte %zu)", offset - dyn);
    else
        snprintf(text, n, "shared memory");
    return text;
}

void shared_forget(void)
{
    for (unsigned i = 0; i < narrays; i++)
        arrays[i].touched = 0;
}

void shared_emit(FILE *f)
{
    const char *sep = "";

    fputs("\"shared\":[", f);
    for (unsigned i = 0; i < narrays; i++) {
        if (!arrays[i].touched)
            continue;
        fprintf(f, "%s[", sep);
        emit_string(f, arrays[i].name);
        fprintf(f, ",%zu,%zu]", arrays[i].offset, arrays[i].size);
        sep = ",";
        arrays[i].touched = 0;
    }
    fputc(']', f);
}
