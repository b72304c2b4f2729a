/*
 * emit.c: errors and launches as JSON lines on descriptor SIMT_OUT (see rt.h for who calls what).
 *
 * A line is built in memory and sent with one write. Errors of a launch are kept per (kind, pc): counts add up,
 * and of several examples the one of the lowest block, then thread, stays, so that the number of host threads
 * and the order in which blocks ran leave no trace in them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "count.h"
#include "runner/simt/rt/rt.h"

enum { MAX_ERRORS = 256 };

extern char __executable_start[];

static pthread_mutex_t errors_lock = PTHREAD_MUTEX_INITIALIZER, line_lock = PTHREAD_MUTEX_INITIALIZER;
static struct error *errors[MAX_ERRORS];
static unsigned nerrors;
static char *line;
static size_t line_size;

uint32_t emit_pc(uintptr_t pc)
{
    return pc > (uintptr_t)__executable_start ? (uint32_t)(pc - (uintptr_t)__executable_start) : 0;
}

/* ---- errors -------------------------------------------------------------------------------------------- */

static int before(const struct error *a, const struct error *b)
{
    return a->block != b->block ? a->block < b->block : a->thread < b->thread;
}

static struct error *known(const char *kind, uintptr_t pc)
{
    for (unsigned i = 0; i < nerrors; i++)
        if (errors[i]->pc == pc && !strcmp(errors[i]->kind, kind))
            return errors[i];
    return NULL;
}

void error_add(const struct error *e)
{
    struct fiber *cur = simt_hot.cur;
    struct error *have;

    simt_hot.cur = NULL; /* what is copied and allocated here is the runtime's, not the lane's */
    pthread_mutex_lock(&errors_lock);
    have = known(e->kind, e->pc);
    if (have) {
        uint64_t count = have->count + e->count;
        if (before(e, have))
            *have = *e;
        have->count = count;
    } else if (nerrors < MAX_ERRORS && (have = rt_malloc(sizeof *have))) {
        *have = *e;
        errors[nerrors++] = have;
    }
    pthread_mutex_unlock(&errors_lock);
    simt_hot.cur = cur;
}

int error_known(const char *kind, uintptr_t pc, uint64_t block, unsigned thread, uint64_t count)
{
    struct error key = { .block = block, .thread = thread };
    struct error *have;
    int done;

    pthread_mutex_lock(&errors_lock);
    have = known(kind, pc);
    done = have ? !before(&key, have) : nerrors == MAX_ERRORS;
    if (have && done)
        have->count += count;
    pthread_mutex_unlock(&errors_lock);
    return done;
}

void error_addf(const char *kind, uintptr_t pc, const char *format, ...)
{
    struct error e = { .kind = kind, .pc = pc, .block = ~0ull, .other_block = ~0ull, .thread = ~0u,
                       .other_thread = ~0u, .count = 1 };
    va_list ap;

    if (simt_worker && simt_self()) {
        e.block = simt_worker->block;
        e.thread = simt_self()->index;
    }
    va_start(ap, format);
    vsnprintf(e.text, sizeof e.text, format, ap);
    va_end(ap);
    error_add(&e);
}

int error_fatal(void)
{
    static const struct {
        const char *kind;
        int error;
    } fatal[] = { { "out-of-bounds", 700 }, { "use-after-free", 700 }, { "null", 700 }, { "host-pointer", 700 },
                  { "const-write", 700 }, { "misaligned", 716 } };

    for (size_t k = 0; k < sizeof fatal / sizeof *fatal; k++)
        for (unsigned i = 0; i < nerrors; i++)
            if (!strcmp(errors[i]->kind, fatal[k].kind))
                return fatal[k].error;
    return 0;
}

void error_forget(void)
{
    while (nerrors)
        rt_free(errors[--nerrors]);
}

static int by_place(const void *x, const void *y)
{
    const struct error *a = *(struct error *const *)x, *b = *(struct error *const *)y;

    if (a->pc != b->pc)
        return a->pc < b->pc ? -1 : 1;
    return strcmp(a->kind, b->kind);
}

void emit_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            fprintf(f, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            fprintf(f, "\\u%04x", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}

/* Errors name a block by when it started; people and tools by its index. */
static long long index_of(uint64_t block)
{
    return block == ~0ull ? -1 : (long long)block_index(block);
}

static void emit_error(FILE *f, const struct error *e)
{
    fputs("{\"kind\":", f);
    emit_string(f, e->kind);
    fprintf(f, ",\"pc\":%u,\"other_pc\":%u,\"block\":%lld,\"thread\":%d,\"other_block\":%lld,\"other_thread\":%d",
            emit_pc(e->pc), emit_pc(e->other_pc), index_of(e->block), (int)e->thread,
            index_of(e->other_block), (int)e->other_thread);
    fprintf(f, ",\"address\":\"0x%lx\",\"size\":%u,\"count\":%llu,\"text\":", (unsigned long)e->address, e->size,
            (unsigned long long)e->count);
    emit_string(f, e->text);
    fputc('}', f);
}

void emit_launch_errors(FILE *f)
{
    pthread_mutex_lock(&errors_lock);
    qsort(errors, nerrors, sizeof *errors, by_place);
    fputs("\"errors\":[", f);
    for (unsigned i = 0; i < nerrors; i++) {
        if (i)
            fputc(',', f);
        emit_error(f, errors[i]);
        rt_free(errors[i]);
    }
    fputc(']', f);
    nerrors = 0;
    pthread_mutex_unlock(&errors_lock);
}

void emit_host_errors(void)
{
    FILE *f;

    if (!nerrors || !(f = emit_open()))
        return;
    fputs("{\"t\":\"errors\",", f);
    emit_launch_errors(f);
    fputs("}\n", f);
    emit_close(f);
}

/* ---- lines --------------------------------------------------------------------------------------------- */

FILE *emit_open(void)
{
    FILE *f;

    if (simt_config.out < 0)
        return NULL;
    pthread_mutex_lock(&line_lock);
    line = NULL;
    f = open_memstream(&line, &line_size);
    if (!f)
        pthread_mutex_unlock(&line_lock);
    return f;
}

static void send(const char *p, size_t n)
{
    while (n) {
        ssize_t k = write(simt_config.out, p, n);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0 && simt_config.out_needed) {
            static const char said[] = "emulator: its log cannot be written any more\n";
            if (write(STDERR_FILENO, said, sizeof said - 1) < 0)
                abort();
            abort();
        }
        if (k <= 0)
            return; /* the reader is gone: the program's own work goes on */
        p += k;
        n -= (size_t)k;
    }
}

void emit_close(FILE *f)
{
    if (!fclose(f))
        send(line, line_size);
    free(line);
    line = NULL;
    pthread_mutex_unlock(&line_lock);
}

/* ---- the program's end --------------------------------------------------------------------------------- */

static void leak(struct alloc *a, void *arg)
{
    struct error e = { .kind = "leak", .pc = a->pc, .block = ~0ull, .other_block = ~0ull, .thread = ~0u,
                       .other_thread = ~0u, .address = a->lo, .count = 1 };
    struct error *have = known("leak", a->pc);
    size_t n = a->hi - a->lo;

    (void)arg;
    if (a->name || (a->kind != ALLOC_DEVICE && a->kind != ALLOC_MANAGED))
        return;
    if (have) { /* one line of the program: its allocations add up */
        n += have->other_block;
        snprintf(have->text, sizeof have->text, "Allocations were never freed: %zu bytes in %llu of them.", n,
                 (unsigned long long)have->count + 1);
        have->count++;
    } else {
        snprintf(e.text, sizeof e.text, "An allocation of %zu bytes of %s memory was never freed.", n,
                 a->kind == ALLOC_MANAGED ? "managed" : "device");
        error_add(&e);
        have = known("leak", a->pc);
    }
    if (have)
        have->other_block = n; /* until they are all seen */
}

/* After a sticky error cudaFree() frees nothing: what is left then is nobody's fault. */
static void leaks(void)
{
    if (api_sticky())
        return;
    heap_each(leak, NULL);
    for (unsigned i = 0; i < nerrors; i++)
        if (!strcmp(errors[i]->kind, "leak"))
            errors[i]->other_block = ~0ull;
}

void emit_end(void)
{
    static int done;
    FILE *f;

    if (__atomic_exchange_n(&done, 1, __ATOMIC_SEQ_CST))
        return;
    leaks();
    if (!(f = emit_open()))
        return;
    fputs("{\"t\":\"end\",", f);
    emit_launch_errors(f);
    fputs("}\n", f);
    emit_close(f);
}

__attribute__((destructor)) static void at_exit(void)
{
    emit_end();
}

/* _exit() skips destructors: -Wl,--wrap=_exit. */
void __real__exit(int) __attribute__((weak, noreturn));
void __wrap__exit(int status) __attribute__((noreturn));
void __wrap__exit(int status)
{
    emit_end();
    if (__real__exit)
        __real__exit(status);
    _Exit(status);
}
