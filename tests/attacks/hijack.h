/*
 * hijack.h: how an attack finds the pages that ridge-child keeps to itself. It has no name for them, but they are
 * in static variables of the main program, whose segments the loader lists.
 */
#define _GNU_SOURCE
#include <link.h>
#include <linux/futex.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct hijack_go {
    volatile uint32_t seq;
    uint32_t quit, mode, nbufs, nscalars;
    char call[64];
    struct {
        uint64_t offset, count;
        uint32_t size, writable;
    } buf[16];
    int64_t i[16];
};

struct hijack_done {
    volatile uint32_t seq;
    uint32_t status;
    double event_s[5];
    uint64_t l2_B, flush_B;
    char note[256];
    uint64_t counted[7];
};

static struct hijack_go *hj_go;
static struct hijack_done *hj_done;
static char *const hj_in = (char *)0x300000000000, *const hj_out = (char *)0x400000000000;

/* madvise() says whether an address is mapped, without touching it. */
static int hj_mapped(uintptr_t p)
{
    return p > 65536 && p % 4096 == 0 && p < (uintptr_t)1 << 47 && !madvise((void *)p, 4096, MADV_NORMAL);
}

/* ridge-child marks `done` before it loads anything; what is left is `go`. */
static int hj_look(struct dl_phdr_info *d, size_t size, void *data)
{
    (void)size;
    (void)data;
    for (int k = 0; k < d->dlpi_phnum; k++) {
        const ElfW(Phdr) *h = &d->dlpi_phdr[k];
        if (h->p_type != PT_LOAD || !(h->p_flags & PF_W))
            continue;
        uintptr_t from = (d->dlpi_addr + h->p_vaddr + 7) & ~(uintptr_t)7, to = d->dlpi_addr + h->p_vaddr + h->p_memsz;
        for (uintptr_t at = from; at + 8 <= to; at += 8) {
            uintptr_t p = *(uintptr_t *)at;
            if (!hj_mapped(p) || p == (uintptr_t)hj_in || p == (uintptr_t)hj_out)
                continue;
            if (((struct hijack_done *)p)->status == 0x6c6f6164)
                hj_done = (struct hijack_done *)p;
            else if (((struct hijack_go *)p)->nbufs <= 16 && ((struct hijack_go *)p)->quit <= 1)
                hj_go = (struct hijack_go *)p;
        }
    }
    return 1; /* the main program comes first */
}

static void hj_find(void)
{
    if (!hj_done)
        dl_iterate_phdr(hj_look, NULL);
    if (!hj_done || !hj_go)
        abort();
}

__attribute__((unused)) static void hj_say_done(uint32_t seq)
{
    __atomic_store_n(&hj_done->seq, seq, __ATOMIC_RELEASE);
    syscall(SYS_futex, &hj_done->seq, FUTEX_WAKE, 1, NULL, NULL, 0);
}

__attribute__((unused)) static uint32_t hj_await_go(uint32_t last)
{
    uint32_t s;
    while ((s = __atomic_load_n(&hj_go->seq, __ATOMIC_ACQUIRE)) == last)
        syscall(SYS_futex, &hj_go->seq, FUTEX_WAIT, last, NULL, NULL, 0);
    return s;
}
