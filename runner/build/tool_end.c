/* tool_end.c: see tool_end.h. */
#define _GNU_SOURCE
#include "tool_end.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"

/* A driver of gcc's says "gcc (Debian …)", "cc (GCC) …", "g++ …"; clang names itself, whatever it was called. */
int tool_is_gcc(const char *cc)
{
    char version[128];
    build_compiler(cc, version, sizeof version);
    return *version && !strcasestr(version, "clang");
}

/* A folder whose ld is ridge-tool. Where it cannot be made, only ld's end is not seen. */
static void make_tools(const struct tool_watch *w)
{
    char *ld = util_path("%sld", w->tools);
    if (!mkdir(w->tools, 0755) && !chmod(w->tools, 0755)) /* boxes that root starts have a uid of their own */
        (void)!symlink(w->program, ld);
    free(ld);
}

static void remove_tools(const struct tool_watch *w)
{
    char *ld = util_path("%sld", w->tools);
    unlink(ld);
    rmdir(w->tools);
    free(ld);
}

struct tool_watch tool_watch(int is_gcc, const char *dir)
{
    static int count;
    struct tool_watch w = { 0 };
    if (!is_gcc)
        return w;
    w.program = programs_find("ridge-tool");
    int number = __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
    w.file = util_path("%s/tool-%d.end", dir, number);
    w.tools = util_path("%s/tool-%d.d/", dir, number); /* ridge-tool makes the file's name of this one */
    w.word = util_path("%s,%s", w.program, w.file);
    unlink(w.file);
    if (strchr(w.program, ',') || strchr(w.file, ',') || access(w.program, X_OK)) { /* gcc splits the word at commas */
        free(w.program);
        w.program = NULL;
    }
    if (w.program)
        make_tools(&w);
    return w;
}

static int first_signal(const char *lines)
{
    for (const char *p = lines; p && *p; p = strchr(p, '\n'), p += p != NULL) {
        int sig = atoi(p);
        if (sig > 0 && sig < 65)
            return sig;
    }
    return 0;
}

int tool_watch_end(struct tool_watch *w)
{
    char *said = w->program ? util_read_file(w->file, 4096, NULL) : NULL;
    int sig = said && *said ? first_signal(said) : w->program ? TOOL_NONE_FAILED : 0;
    if (w->file)
        unlink(w->file);
    free(said);
    if (w->program)
        remove_tools(w);
    free(w->tools);
    free(w->program);
    free(w->word);
    free(w->file);
    *w = (struct tool_watch){ 0 };
    return sig;
}
