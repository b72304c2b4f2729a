/*
 * simt.h: the emulator as the rest of the runner sees it. CUDA sources become a program for this CPU
 * (simt_build), the program is run by the caller with simt_env() set, and what it wrote to the descriptor
 * SIMT_OUT becomes one document, ridge.simt/1 (simt_report). Nothing here runs the learner's code.
 *
 *     build.c   compilers and the cache            map.c      program counters to lines and instructions
 *     clangd.c  the words for clangd
 *     flops.c   what one instruction computes      report.c   raw lines to ridge.simt/1
 *     run.c     the program as a child                whole.c    whether a lab's log tells all
 *
 * For people ridge.simt/1 is written by tui/cli/simt_text.
 */
#ifndef SIMT_H
#define SIMT_H

#include <jansson.h>
#include <stdio.h>

#include "runner/base/util.h"
#include "runner/base/words.h"

enum { SIMT_SOURCES = 64, SIMT_RAW_MAX = 256 << 20 };

/* Names --arch takes, ended by NULL: h100 h200 a100 rtx4090 wave64. The first is the default. */
extern const char *const simt_archs[];

struct simt_build {
    const char *root;  /* holds runner/simt/include */
    const char *cache; /* objects, programs and precompiled headers by content; NULL: nothing is kept */
    const char *dir;   /* scratch of this build alone, absolute; the program's place when it is not cached */
    const char *cwd;             /* where relative paths lie, and the compilers run; NULL: dir */
    const char *const *sources;  /* .cu (rewritten), .cpp .cc .cxx .c (as they are), .o; ended by NULL */
    const char *const *includes; /* directories of -I, or NULL; headers found there are rewritten too */
    const char *const *defines;  /* of -D, or NULL */
    const char *const *link;     /* more words for the linker, or NULL */
    const char *std;             /* "c++17" when NULL */
    const char *arch;            /* of simt_archs; NULL: the first */
    const char *cxx;             /* NULL: $CXX, else g++, else clang++ */
    int traced;                  /* with hooks: errors and counters */
    int colour;                  /* of the compiler's messages */
    /* Untrusted sources: what compilers may read besides their own files, root's headers and `dir`; ended by
     * NULL. NULL instead of a list: everything, as for someone's own program. */
    const char *const *readable;
};

struct simt_program {
    int ok, limit, slow; /* limit: the compiler was stopped, the log says at what; slow: that was time */
    enum exit_code code; /* of -1: CODE_BUILD no compiler, CODE_OURS Ridge's own library is missing, else CODE_USAGE */
    char *path;    /* in dir or in the cache; not to be written to */
    int cached;    /* 1: nothing had to be compiled */
    int inexact;   /* not by g++: counts of divergent code and of wide accesses may be other than a GPU's */
    double ms, cpu_s, may_s; /* may_s: the CPU time that one process of it may use */
    struct text log;          /* what compilers and linker had to say, in the user's lines */
    struct simt_ahead *ahead; /* a precompiled header for the next time may still be in the making */
};

/* 0, also when the sources do not compile (ret->ok is 0 then); -1 with `e`: nothing could be tried.
 * simt_program_finish() it in either case, before `dir` goes. */
int simt_build(const struct simt_build *b, struct simt_program *ret, struct err *e);
void simt_program_finish(struct simt_program *p);

/* The words of a compile_commands.json's "arguments" with which clangd reads this source on a machine without a
 * toolkit; of the build root, includes, defines and std count. You own it. */
json_t *simt_clangd(const struct simt_build *b, const char *file);

/* What the runtime reads, as "NAME=value"; each malloc()ed, ended by NULL. simt_env_free() frees it. */
struct simt_env {
    int out; /* the descriptor to which the child writes JSON lines; -1: none */
    const char *arch;
    long long seed; /* > 0: a random schedule of each block's threads */
    int descending; /* blocks start from the last one down */
    int workers;    /* 0: the machine's */
    double timeout; /* how many seconds of a processor a launch may take; 0: as many as the runtime gives by itself */
    int notrace;
    int time; /* 1: count what an estimate of a launch's time needs */
};
char **simt_env(const struct simt_env *v);
void simt_env_free(char **env);

struct simt_card;
struct simt_raw {
    const char *text; /* the JSON lines; anything at all may stand there */
    size_t n;
    const char *program; /* the map of the program is kept beside the program */
    const char *dir;     /* scratch */
    const char *arch;
    const char *base;      /* files under this directory are named relative to it; may be NULL */
    int exit_code, signal; /* signal 0: none */
    const json_t *regs;    /* {"kernel": registers a thread}, or NULL: not known */
    const json_t *widths;  /* of simt_registers(), or NULL: not known */
    int boxed;             /* the program is not trusted: tools read it in a box */
    const struct simt_card *card; /* time.h: say how long each launch takes there; NULL: say nothing */
};

/* ridge.simt/1; NULL only when memory ran out. What could not be read is in its "notes". You own it. */
json_t *simt_report(const struct simt_raw *r, struct err *e);

/* A lab's log of one call, from whose process anything may come: whether it tells all of that call. */
struct simt_expected {
    int full;           /* no room was left in it */
    int launched;       /* the lab launches something: its grid is not empty */
    const char *kernel; /* what it launches, and with which shape */
    const uint32_t *grid, *block;
};
/* 0; -1 with a sentence in `e` that says what is wrong with the log. */
int simt_whole(const struct simt_expected *w, const char *text, size_t n, struct err *e);

/* Resident warps as a fraction of what an SM of that profile holds, 0..1; -1: no such profile or block.
 * `smem`: bytes a block; regs < 1: not known, and taken as no limit. */
double simt_occupancy(const char *arch, double threads, long regs, long smem);

/* {"kernel": registers a thread} by nvcc, the most of a template's instances; NULL when there is none, or it
 * cannot compile them. *widths: {"LDS file.cu:12": bytes}, the widest load (STS: store) of shared memory in the
 * machine code of each line, where there is nvdisasm beside nvcc or in PATH; else NULL. You own both. */
json_t *simt_registers(const char *const *sources, const char *const *includes, const char *const *defines,
                       const char *dir, const char *cwd, json_t **widths);

/* Resident warps of an SM of that profile at most; 0: no such profile. */
int simt_warps_sm(const char *arch);

/* Whether a kind of errors is a warning (a leak, a float that its integer cannot hold): told, and no reason to fail. */
int simt_warns(const char *kind);

/* How many errors it holds, of launches and outside; warnings are not among them. */
size_t simt_report_errors(const json_t *report);

/* ---- run.c ----------------------------------------------------------------------------------------------- */

/* A run of someone's own program: without a box, with its own standard streams, and ended when Ridge ends. */
struct simt_run {
    const char *program;
    char *const *args;   /* after its name; ended by NULL, or NULL */
    const char *name;    /* argv[0]; NULL: program */
    struct simt_env env; /* `out` is ours to choose */
    int stdout_to_stderr;
    int hashed;           /* the program's standard output goes through us */
    int quiet;            /* 1: its standard output is hashed and then dropped */
    volatile int *cancel; /* set by a signal handler: ends it */
};
struct simt_outcome {
    int exit_code, signal, cancelled;
    double seconds;
    struct text raw; /* the JSON lines; text_finish() it */
    char hash[33];   /* of its standard output, when hashed or quiet */
};
int simt_run_program(const struct simt_run *r, struct simt_outcome *ret, struct err *e);

#endif
