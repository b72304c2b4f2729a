/* build_internal.h: what build.c (plan, compile, link), objects.c (what is kept) and messages.c share. */
#ifndef SIMT_BUILD_INTERNAL_H
#define SIMT_BUILD_INTERNAL_H

#include "runner/build/tool_end.h"
#include "simt.h"

enum unit_kind { UNIT_CUDA, UNIT_CXX, UNIT_C, UNIT_OBJECT };

struct source_unit {
    const char *source; /* as the caller named it */
    enum unit_kind kind;
    char *text;   /* path of what is compiled: rewritten, or the source itself */
    char *object; /* path; in the cache when it was there */
    char *deps;   /* the compiler's list of headers */
    char key[33]; /* of text, flags and tools; headers come on top */
    int have;     /* nothing to compile */
    int openmp;   /* the source, or a header of the user's, includes <omp.h> */
};

struct plan {
    const struct simt_build *b;
    struct simt_program *p;
    struct source_unit u[SIMT_SOURCES];
    int n;
    struct tool_watch watch[SIMT_SOURCES]; /* of a unit that is being compiled */
    char *tool; /* ridge-tool */
    char *include, *lib, *mirror, *cxx, *kept; /* kept: our folder of the cache, or NULL */
    int clang, fills; /* fills: -ftrivial-auto-var-init is known to it */
    char tools[33]; /* compiler, headers and runtime, by content */
    char *pch;      /* folder of the precompiled header, or NULL */
    char *program;  /* the program in the cache, or NULL */
};

/* ---- objects.c */

/* The text with the paths of this build alone taken out: they say nothing about what comes out of it, and a
 * key must not hold them. free() it. */
char *without_paths(const struct plan *p, const char *text);
/* From a key to the object's path in the cache, through the list of headers kept with it; NULL: not there. */
char *cache_find_object(const struct plan *p, const struct source_unit *u);
/* Puts a compiled object and its list of headers there. A full disk costs time, not the build. */
void cache_keep_object(const struct plan *p, const struct source_unit *u);

/* ---- messages.c */

/* A compiler's words without what is only of interest to us: notes inside our headers, our paths. */
void messages_compile(struct text *to, const char *log, const struct plan *p, const struct source_unit *u);
void messages_link(struct text *to, const char *log, const struct plan *p);

#endif
