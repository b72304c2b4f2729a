/*
 * tool_end.h: which signal ended a part of a compiler (cc1, as, cicc, …), known without its words. A source chooses
 * what a compiler prints, also lines that look like the driver's own ("#error", "#line" with a newline in the name).
 *
 * gcc starts each part through ridge-tool (-wrapper), which writes the signal into a file of the build's folder. clang
 * compiles in the driver's process, whose own end tells. nvcc ends with 128 + the signal, unless what was killed is a
 * part of its host compiler's. The linker's driver (collect2) starts ld itself: it looks in -B's folder first, where
 * that name is ridge-tool's, too.
 */
#ifndef BUILD_TOOL_END_H
#define BUILD_TOOL_END_H

struct tool_watch {
    char *program; /* ridge-tool, which the box must have; NULL: the compiler is not gcc, nothing is watched */
    char *word;    /* what follows -wrapper */
    char *tools;   /* the folder for -B, whose ld is ridge-tool; with a slash at its end */
    char *file;
};

/* `dir`: the build's folder, which the compiler's box may write to. tool_watch_end() it. */
struct tool_watch tool_watch(int is_gcc, const char *dir);

/* Does this driver take -wrapper? Asks it for its version, once. */
int tool_is_gcc(const char *cc);

enum { TOOL_NONE_FAILED = -1 };

/* The signal that ended a part of the compiler, the first there was; 0: none, or nothing was watched. TOOL_NONE_FAILED:
 * no part ended with an error either, so a driver that failed could not start one. Frees what `w` holds. */
int tool_watch_end(struct tool_watch *w);

#endif
