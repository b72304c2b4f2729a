/*
 * hijack.h: how an attack finds the pages that ridge-child keeps to itself. It has no name for them, but they are
 * in static variables of the main program, whose segments the loader lists. proto.h is the runner's own.
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

#include "proto.h"

static struct proto_go *hj_go;
static struct proto_done *hj_done;
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
            if (((struct proto_done *)p)->status == PROTO_LOADING)
                hj_done = (struct proto_done *)p;
            else if (((struct proto_go *)p)->nbufs <= 16 && ((struct proto_go *)p)->quit <= 1)
                hj_go = (struct proto_go *)p;
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
