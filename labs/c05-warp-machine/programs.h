/*
 * programs.h: what c05-warp-machine's cases run. Byte 0 of global memory is the input, byte OUT the output: words of 4
 * bytes.
 * The first ones also exist in CUDA, under the same names: the emulator counts there what your machine counts here.
 */
#ifndef C05_PROGRAMS_H
#define C05_PROGRAMS_H

/* r1 = 4, r2 = 4 * thread */
#define WM_HEAD "li r1, 4\n mul r2, r0, r1\n"
#define WM_OUT "8192"

/*
 * Writes a tile of 32 rows into shared memory, `pitch` bytes a row, and has each lane add up every fourth word of one
 * row, so that the lanes of a load lie in a column. (Of neighbouring words nvcc would make one wider load.)
 */
#define WM_TILE(pitch)                                                                                        \
    WM_HEAD "li r3, 0\n li r6, 0\n li r7, 128\n li r9, " pitch "\n li r10, 32\n"                              \
            "fill: slt r5, r3, r10\n bz r5, filled\n mul r8, r3, r7\n add r8, r8, r2\n ldg r4, [r8]\n"        \
            "mul r8, r3, r9\n add r8, r8, r2\n sts [r8], r4\n addi r3, r3, 1\n jmp fill\n"                    \
            "filled: bar\n mul r8, r0, r9\n li r3, 0\n"                                                       \
            "sum: slt r5, r3, r10\n bz r5, done\n lds r4, [r8]\n add r6, r6, r4\n addi r8, r8, 16\n"          \
            "addi r3, r3, 4\n jmp sum\n"                                                                      \
            "done: stg [r2 + " WM_OUT "], r6\n exit\n"

static const struct {
    const char *name, *text;
} wm_programs[] = {
    /* out[t] = in[t] + 1 */
    { "copy", WM_HEAD "ldg r3, [r2]\n addi r3, r3, 1\n stg [r2 + " WM_OUT "], r3\n exit\n" },

    /* out[t] = in[8 * t] */
    { "stride", WM_HEAD "li r3, 32\n mul r3, r0, r3\n ldg r4, [r3]\n stg [r2 + " WM_OUT "], r4\n exit\n" },

    /* odd threads: out[t] = 3 * in[t]; even ones: in[t] - 7 */
    { "sides", WM_HEAD "li r3, 1\n and r3, r0, r3\n bz r3, even\n"
                       "ldg r4, [r2]\n li r5, 3\n mul r4, r4, r5\n jmp out\n"
                       "even: ldg r4, [r2]\n addi r4, r4, -7\n"
                       "out: stg [r2 + " WM_OUT "], r4\n exit\n" },

    /* the same, but whole warps are odd or even */
    { "uniform", WM_HEAD "li r3, 5\n shr r3, r0, r3\n li r5, 1\n and r3, r3, r5\n bz r3, even\n"
                         "ldg r4, [r2]\n li r5, 3\n mul r4, r4, r5\n jmp out\n"
                         "even: ldg r4, [r2]\n addi r4, r4, -7\n"
                         "out: stg [r2 + " WM_OUT "], r4\n exit\n" },

    /* i < 10: (t + i) % 8 turns of s += in[(s + j) % 32]; out[t] = s after each i */
    { "nested", WM_HEAD "li r3, 0\n li r4, 0\n"
                        "outer: li r5, 10\n slt r5, r3, r5\n bz r5, done\n"
                        "add r6, r0, r3\n li r5, 7\n and r6, r6, r5\n li r7, 0\n"
                        "inner: slt r5, r7, r6\n bz r5, after\n"
                        "add r8, r4, r7\n li r9, 31\n and r8, r8, r9\n mul r8, r8, r1\n ldg r8, [r8]\n"
                        "add r4, r4, r8\n addi r7, r7, 1\n jmp inner\n"
                        "after: stg [r2 + " WM_OUT "], r4\n addi r3, r3, 1\n jmp outer\n"
                        "done: exit\n" },

    /* i < 100, but thread t breaks out at i == t, before s += in[(s + i) % 32]; then all store s */
    { "breaks", WM_HEAD "li r3, 0\n li r4, 0\n"
                        "loop: li r5, 100\n slt r5, r3, r5\n bz r5, after\n sub r5, r3, r0\n bz r5, after\n"
                        "add r8, r4, r3\n li r9, 31\n and r8, r8, r9\n mul r8, r8, r1\n ldg r8, [r8]\n"
                        "add r4, r4, r8\n addi r3, r3, 1\n jmp loop\n"
                        "after: stg [r2 + " WM_OUT "], r4\n exit\n" },

    /* i < 12: s += in[i], but thread t has returned at i == t / 2; the rest stores s */
    { "leaves", WM_HEAD "li r3, 0\n li r4, 0\n li r6, 1\n shr r6, r0, r6\n li r9, 12\n"
                        "loop: slt r5, r3, r9\n bz r5, after\n sub r5, r3, r6\n bz r5, gone\n"
                        "mul r8, r3, r1\n ldg r8, [r8]\n add r4, r4, r8\n addi r3, r3, 1\n jmp loop\n"
                        "after: stg [r2 + " WM_OUT "], r4\n"
                        "gone: exit\n" },

    /* n = t + 1 until it is 1: odd n becomes 3n + 1, and is stored; even n is halved */
    { "collatz", WM_HEAD "addi r3, r0, 1\n li r5, 1\n li r8, 3\n"
                         "loop: sub r4, r3, r5\n bz r4, done\n and r6, r3, r5\n bz r6, even\n"
                         "mul r3, r3, r8\n addi r3, r3, 1\n stg [r2 + " WM_OUT "], r3\n jmp loop\n"
                         "even: shr r3, r3, r5\n jmp loop\n"
                         "done: exit\n" },

    /* 128 threads add up 128 words in shared memory, half as many in each round */
    { "reduce", WM_HEAD "ldg r3, [r2]\n sts [r2], r3\n bar\n li r4, 64\n li r9, 1\n"
                        "loop: bz r4, done\n slt r5, r0, r4\n bz r5, meet\n"
                        "mul r6, r4, r1\n add r6, r6, r2\n lds r7, [r6]\n lds r8, [r2]\n add r7, r7, r8\n"
                        "sts [r2], r7\n"
                        "meet: bar\n shr r4, r4, r9\n jmp loop\n"
                        "done: bz r0, first\n exit\n"
                        "first: lds r7, [r2]\n stg [r2 + " WM_OUT "], r7\n exit\n" },

    { "columns", WM_TILE("128") }, /* 32 words a row: a column lies in one bank */
    { "padded", WM_TILE("132") },  /* 33 words a row */

    /* lane t reads word 32 * (t % 4): four words of bank 0 */
    { "banks", WM_HEAD "li r3, 3\n and r3, r0, r3\n li r4, 128\n mul r3, r3, r4\n"
                       "sts [r2], r0\n bar\n lds r5, [r3]\n stg [r2 + " WM_OUT "], r5\n exit\n" },

    /* of the odd threads every second returns, the others load; then all that are left store, in one request */
    { "early", WM_HEAD "li r3, 1\n and r4, r0, r3\n li r5, 2\n and r5, r0, r5\n li r6, 0\n"
                       "bz r4, out\n bz r5, stay\n exit\n"
                       "stay: ldg r6, [r2]\n"
                       "out: stg [r2 + " WM_OUT "], r6\n exit\n" },

    /* ---- no CUDA beside these ---- */

    /* thread 0 sets a flag that all others wait for */
    { "flag", WM_HEAD "bz r0, writer\n"
                      "wait: ldg r3, [r15 + 4096]\n bz r3, wait\n jmp out\n"
                      "writer: li r3, 1\n stg [r15 + 4096], r3\n"
                      "out: stg [r2 + " WM_OUT "], r3\n exit\n" },

    { "split-bar", WM_HEAD "stg [r2 + " WM_OUT "], r0\n li r3, 1\n and r3, r0, r3\n bz r3, out\n bar\nout: exit\n" },

    /* lane 31 of the first warp asks for the word behind the last; lanes before it do not store either */
    { "outside", WM_HEAD "li r3, 512\n mul r3, r0, r3\n stg [r2 + " WM_OUT "], r1\n stg [r3 + 512], r1\n exit\n" },

    { "odd-address", WM_HEAD "ldg r3, [r2 + 2]\n stg [r2 + " WM_OUT "], r3\n exit\n" },

    /* a chain of 8 loads, each of which says where the next one is */
    { "chase", WM_HEAD "li r3, 8\n add r4, r2, r15\n li r9, 1020\n"
                       "loop: bz r3, done\n ldg r4, [r4]\n mul r4, r4, r1\n and r4, r4, r9\n addi r3, r3, -1\n"
                       "jmp loop\n"
                       "done: stg [r2 + " WM_OUT "], r4\n exit\n" },

    /* even warps load a word, store it and are done; the others wait for that at a bar, and meet twice */
    { "meet", WM_HEAD "li r5, 5\n shr r6, r0, r5\n li r5, 1\n and r7, r6, r5\n bz r7, even\n"
                      "sts [r2], r6\n bar\n lds r8, [r2]\n mul r8, r8, r8\n mul r8, r8, r8\n bar\n"
                      "stg [r2 + " WM_OUT "], r8\n exit\n"
                      "even: ldg r8, [r2]\n stg [r2 + " WM_OUT "], r8\n exit\n" },

    /* a load whose result is not used before its register is written again, and one behind a busy port */
    { "again", WM_HEAD "ldg r3, [r2]\n li r3, 7\n li r4, 32\n mul r4, r0, r4\n ldg r5, [r4]\n ldg r6, [r2]\n"
                       "add r7, r3, r6\n"
                       "stg [r2 + " WM_OUT "], r7\n exit\n" },

    /* all lanes store to one word; the highest of those with t % 4 == 1 is last */
    { "one-word", WM_HEAD "li r3, 3\n and r3, r0, r3\n li r4, 1\n sub r3, r3, r4\n bz r3, store\n jmp done\n"
                          "store: stg [r15 + " WM_OUT "], r0\n"
                          "done: exit\n" },

    /* no way of the lanes that part meets the other again */
    { "apart", WM_HEAD "li r3, 1\n and r3, r0, r3\n bz r3, even\n stg [r2 + " WM_OUT "], r1\n exit\n"
                       "even: stg [r2 + " WM_OUT "], r2\n exit\n" },

    /* signs: -1 < t, t < -1, -1 shifted right by t and times t, and the largest number against -1 */
    { "signs", WM_HEAD "li r3, -1\n slt r4, r3, r0\n shr r5, r3, r0\n slt r6, r0, r3\n mul r5, r5, r0\n"
                       "add r5, r5, r4\n"
                       "sub r5, r5, r6\n li r7, 2147483647\n slt r8, r7, r3\n add r5, r5, r8\n"
                       "stg [r2 + " WM_OUT "], r5\n exit\n" },

    /* r0 is due, and none of what follows needs it before the last store: operands that are not used are 0 */
    { "unused", WM_HEAD "sts [r2], r1\n ldg r0, [r2]\n li r3, 7\n addi r4, r3, 1\n lds r5, [r2]\n bar\n bz r3, out\n"
                        "stg [r2 + " WM_OUT "], r4\n jmp out\n"
                        "out: stg [r2 + 12288], r0\n exit\n" },

    /* four sides, of 1 to 4 instructions and a jump each, that meet two by two */
    { "four", WM_HEAD "li r3, 1\n and r4, r0, r3\n li r5, 2\n and r5, r0, r5\n bz r4, even\n"
                      "bz r5, one\n addi r6, r0, 3\n addi r7, r0, 3\n addi r8, r0, 3\n addi r9, r0, 3\n jmp odd\n"
                      "one: addi r6, r0, 1\n"
                      "odd: addi r6, r6, 10\n jmp out\n"
                      "even: bz r5, zero\n addi r6, r0, 2\n addi r7, r0, 2\n jmp both\n"
                      "zero: addi r6, r0, 5\n addi r7, r0, 5\n addi r8, r0, 5\n"
                      "both: addi r6, r6, 20\n"
                      "out: stg [r2 + " WM_OUT "], r6\n exit\n" },

    /* four bytes before the memory, in the first instruction of all */
    { "below", "ldg r1, [r15 -4]\n exit\n" },

    /* a branch to the next instruction, for half of the lanes, in a loop and out of it */
    { "next", WM_HEAD "li r3, 1\n and r4, r0, r3\n bz r4, here\n"
                      "here: addi r5, r0, 2\n and r6, r0, r1\n"
                      "loop: bz r6, done\n bz r4, less\n"
                      "less: addi r6, r6, -2\n jmp loop\n"
                      "done: stg [r2 + " WM_OUT "], r5\n exit\n" },

    /* shared requests of many passes, and a global one right behind them */
    { "ports", WM_HEAD "li r3, 128\n mul r4, r0, r3\n li r5, 4095\n and r4, r4, r5\n sts [r4], r0\n ldg r6, [r2]\n"
                       "lds r7, [r4]\n stg [r4 + " WM_OUT "], r1\n lds r8, [r2]\n stg [r2 + 4096], r7\n exit\n" },

    /* the last words of both memories, and lane 31 one word behind those of the shared one */
    { "ends", WM_HEAD "stg [r2 + 16256], r0\n ldg r3, [r2 + 16256]\n sts [r2 + 8064], r3\n lds r4, [r2 + 8064]\n"
                      "stg [r2 + " WM_OUT "], r4\n lds r5, [r2 + 8068]\n exit\n" },

    /* the first two lanes' addresses are the sum of a negative number and 8 */
    { "wraps", WM_HEAD "li r3, -8\n add r3, r3, r2\n ldg r4, [r3 + 8]\n stg [r2 + " WM_OUT "], r4\n exit\n" },

    /* odd threads leave in their side; the others come to a bar in theirs, before the lanes would meet */
    { "bar-inside", WM_HEAD "li r3, 1\n and r3, r0, r3\n bz r3, even\n bz r15, gone\n jmp out\n"
                            "gone: exit\n"
                            "even: bar\n addi r4, r0, 1\n"
                            "out: stg [r2 + " WM_OUT "], r4\n exit\n" },

    /* threads that are odd in all four bits leave, four branches deep */
    { "deep", WM_HEAD "li r3, 1\n and r3, r0, r3\n li r4, 2\n and r4, r0, r4\n li r5, 4\n and r5, r0, r5\n"
                      "li r6, 8\n and r6, r0, r6\n bz r3, one\n addi r7, r0, 1\n bz r4, two\n addi r7, r7, 1\n"
                      "bz r5, three\n addi r7, r7, 1\n bz r6, four\n exit\n"
                      "four: addi r7, r7, 1\n"
                      "three: addi r7, r7, 2\n"
                      "two: addi r7, r7, 3\n"
                      "one: stg [r2 + " WM_OUT "], r7\n exit\n" },

    /* odd threads part again, and leave on both sides */
    { "both-leave", WM_HEAD "li r3, 1\n and r3, r0, r3\n li r4, 2\n and r4, r0, r4\n bz r3, even\n bz r4, gone\n"
                            "stg [r2 + " WM_OUT "], r1\n exit\n"
                            "gone: stg [r2 + " WM_OUT "], r0\n exit\n"
                            "even: addi r5, r0, 1\n stg [r2 + 12288], r5\n exit\n" },

    /* every fourth thread has left when the even ones of the others come to a bar alone */
    { "gone-bar", WM_HEAD "li r3, 3\n and r4, r0, r3\n sub r4, r4, r3\n bz r4, left\n jmp stay\n"
                          "left: exit\n"
                          "stay: li r3, 1\n and r3, r0, r3\n bz r3, even\n addi r4, r0, 1\n jmp out\n"
                          "even: bar\n"
                          "out: stg [r2 + " WM_OUT "], r4\n exit\n" },

    /* the even side has ended when the odd one parts again: the numbers of paths go on, and none comes twice */
    { "new-numbers", WM_HEAD "li r3, 1\n and r3, r0, r3\n li r4, 2\n and r4, r0, r4\n bz r3, even\n"
                             "addi r5, r0, 1\n addi r6, r0, 2\n addi r7, r0, 3\n bz r4, four\n"
                             "addi r5, r0, 4\n addi r6, r0, 5\n jmp two\n"
                             "four: addi r5, r0, 6\n addi r6, r0, 7\n addi r7, r0, 8\n"
                             "two: jmp out\n"
                             "even: addi r5, r0, 9\n"
                             "out: stg [r2 + " WM_OUT "], r5\n exit\n" },

    /* lanes of the odd side leave, and the path that waited for them goes on: whose turn is it? */
    { "after-exit", WM_HEAD "li r3, 1\n and r3, r0, r3\n li r4, 2\n and r4, r0, r4\n bz r3, even\n bz r4, rest\n"
                            "addi r5, r0, 1\n exit\n"
                            "rest: addi r6, r0, 2\n addi r7, r0, 3\n jmp out\n"
                            "even: addi r5, r0, 4\n addi r6, r0, 5\n addi r7, r0, 6\n addi r8, r0, 7\n"
                            "addi r9, r0, 8\n"
                            "out: stg [r2 + " WM_OUT "], r0\n exit\n" },

    /* the same question where a path of a high number ends, its parent's is low, and others lie between */
    { "family", WM_HEAD "li r3, 1\n and r3, r0, r3\n li r4, 2\n and r4, r0, r4\n bz r3, even\n bz r4, rest\n"
                        "addi r5, r0, 1\n"
                        "rest: addi r6, r0, 2\n addi r7, r0, 3\n jmp out\n"
                        "even: bz r4, zero\n addi r5, r0, 4\n addi r6, r0, 5\n addi r7, r0, 6\n addi r8, r0, 7\n"
                        "jmp out\n"
                        "zero: addi r5, r0, 8\n addi r6, r0, 9\n addi r7, r0, 10\n addi r8, r0, 11\n"
                        "out: stg [r2 + " WM_OUT "], r0\n exit\n" },

    /* by each bit of the thread's number lanes part, and do not meet before all five are done */
    { "tree", WM_HEAD "li r3, 1\n li r4, 5\n add r5, r0, r15\n"
                      "top: and r6, r5, r3\n shr r5, r5, r3\n addi r4, r4, -1\n bz r6, zero\n bz r4, odd\n"
                      "addi r7, r7, 1\n jmp top\n"
                      "zero: bz r4, even\n jmp top\n"
                      "odd: addi r8, r0, 1\n addi r9, r0, 2\n addi r10, r0, 3\n addi r11, r0, 4\n jmp done\n"
                      "even: addi r8, r0, 5\n addi r9, r0, 6\n addi r10, r0, 7\n addi r11, r0, 8\n addi r12, r0, 9\n"
                      "done: stg [r2 + " WM_OUT "], r7\n exit\n" },

    /* of all lanes 29 alone asks for the word behind the last */
    { "middle", WM_HEAD "li r3, 11\n mul r3, r0, r3\n li r4, 31\n and r3, r3, r4\n li r4, 512\n mul r3, r3, r4\n"
                        "stg [r3 + 512], r1\n exit\n" },

    /* the second warp's store is at fault, and waits for a value; the first one goes on meanwhile */
    { "late-fault", WM_HEAD "li r5, 5\n shr r6, r0, r5\n li r7, 128\n mul r7, r0, r7\n bz r6, first\n"
                            "ldg r4, [r2]\n addi r8, r0, 1\n addi r9, r0, 2\n addi r10, r0, 3\n"
                            "stg [r2 + 16384], r4\n exit\n"
                            "first: li r3, 20\n"
                            "loop: bz r3, out\n addi r3, r3, -1\n sts [r7], r3\n jmp loop\n"
                            "out: stg [r2 + " WM_OUT "], r0\n exit\n" },
};

enum { WM_PROGRAMS = sizeof wm_programs / sizeof wm_programs[0] };

#endif
