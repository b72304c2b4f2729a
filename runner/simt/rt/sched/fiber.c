/*
 * fiber.c: stacks, and the switch between them.
 *
 * fiber_enter() saves the scheduler and enters a lane. simt_yield() pushes the lane's registers and then runs
 * simt_pick() on the scheduler's stack, which is always in cache: a parked lane costs one line of its own.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "sched.h"

RT_LOCAL void *simt_sched_sp;

#define SAVE "pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n"
#define LOAD "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n"
/* To the stack in rax. An odd one is empty: lane_main begins there. */
#define GO(leave)                                                                                            \
    "movq %rax,%rsp\n testb $1,%al\n jnz 1f\n" LOAD leave "1: decq %rsp\n call lane_main\n ud2\n"
#define FUNCTION(name, body)                                                                                 \
    ".globl " name "\n.type " name ",@function\n.p2align 4\n" name ":\n" body ".size " name ",.-" name "\n"

/* Lanes that switch stand at one place mostly, so that a return is predicted; a lane that ends and one that
 * goes on do not, and an indirect jump is. */
__asm__(".text\n"
        FUNCTION("fiber_enter", SAVE "movq %rsp,%fs:simt_sched_sp@tpoff\n movq %rdi,%rax\n" GO("ret\n"))
        FUNCTION("simt_yield", SAVE "movq %rsp,%rsi\n movq %fs:simt_sched_sp@tpoff,%rsp\n andq $-64,%rsp\n"
                               "call simt_pick\n" GO("ret\n"))
        FUNCTION("fiber_jump", "movq %rdi,%rax\n" GO("popq %rcx\n jmpq *%rcx\n")));

/* Below what a lane may use: the runtime's own frames when it says that a stack is used up. */
enum { HEADROOM = 8192 };

/* Not a power of two: with one, the tops of 1024 stacks fall into few sets of the cache. */
static size_t stride(void) { return HEADROOM + simt_config.stack + 11 * 64; }

void stacks_reset(struct worker *w)
{
    struct sched *s = w->sched;
    s->nfree = 0;
    for (unsigned i = s->nstacks; i-- > 0;)
        s->free[s->nfree++] = s->region + s->guard + HEADROOM + i * stride();
}

int stacks_fit(struct worker *w, unsigned n, size_t guard)
{
    struct sched *s = w->sched;
    if (n <= s->nstacks)
        return 0;
    if (s->region)
        munmap(s->region, s->region_size);
    s->nstacks = 0;
    s->guard = guard;
    s->region_size = guard + (stride() * n + 4095) / 4096 * 4096 + GUARD_ABOVE;
    s->region = mmap(NULL, s->region_size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    uint8_t **pile = realloc(s->free, n * sizeof *pile);
    if (s->region == MAP_FAILED || !pile) {
        s->region = NULL;
        return -1;
    }
    mprotect(s->region, guard, PROT_NONE);
    mprotect(s->region + s->region_size - GUARD_ABOVE, GUARD_ABOVE, PROT_NONE);
    if (n > 256) /* one wide page holds many stacks: few of them would only waste it */
        madvise(s->region + guard, s->region_size - guard - GUARD_ABOVE, MADV_HUGEPAGE);
    s->free = pile;
    s->nstacks = n;
    stacks_reset(w);
    return 0;
}

void *fiber_begin(struct worker *w, uint8_t **stack)
{
    struct sched *s = w->sched;
    if (__builtin_expect(!s->nfree, 0)) {
        fputs("ridge simt: no stack left for a lane\n", stderr);
        abort();
    }
    uint8_t *lo = s->free[--s->nfree];
    *stack = lo;
    if (s->nfree) {
        uint8_t *next = s->free[s->nfree - 1] + simt_config.stack - 64;
        __builtin_prefetch(next - 64, 1);
        __builtin_prefetch(next - 128, 1);
    }
    return (void *)(((uintptr_t)(lo + simt_config.stack - 64) & ~15ul) | 1);
}

size_t stack_of(const struct sched *s, uintptr_t sp)
{
    uintptr_t lo = (uintptr_t)s->region;
    if (!s->region || sp - lo >= s->region_size)
        return ~(size_t)0;
    return sp < lo + s->guard ? 0 : (sp - lo - s->guard) / stride();
}
