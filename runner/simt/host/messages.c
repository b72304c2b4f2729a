/*
 * messages.c: what compilers and the linker say, for the one who wrote the CUDA source. The lines are theirs
 * already (#line); what goes is talk about our headers and temporary files, what comes is what to do.
 */
#define _GNU_SOURCE
#include "build_internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Without colours, for looking at. `ret` holds n bytes. */
static void plain(const char *line, size_t len, char *ret, size_t n)
{
    size_t k = 0;
    for (size_t i = 0; i < len && k + 1 < n; i++) {
        if (line[i] == '\033') {
            while (i < len && line[i] != 'm' && line[i] != 'K')
                i++;
            continue;
        }
        ret[k++] = line[i];
    }
    ret[k] = 0;
}

static int ours(const char *line, const struct plan *p)
{
    return strstr(line, p->include) != NULL || (p->kept && strstr(line, p->kept));
}

/* "file:12:3: note: …" and the like; an excerpt and its caret follow such a line. */
static int is_head(const char *line)
{
    static const char *const kind[] = {": error: ", ": fatal error: ", ": warning: ", ": note: "};
    for (size_t k = 0; k < sizeof kind / sizeof kind[0]; k++)
        if (strstr(line, kind[k]))
            return 1;
    return 0;
}

static int is_excerpt(const char *line)
{
    return line[0] == ' ';
}

/* Words that only someone who reads the emulator's headers understands. */
static int is_chain(const char *line)
{
    return !strncmp(line, "In file included from", 21) || !strncmp(line, "                 from", 21) ||
           strstr(line, ": required from ") || strstr(line, "In instantiation of") ||
           strstr(line, "In substitution of");
}

static void add_user_line(struct text *to, const char *line, size_t n, const struct plan *p,
                          const struct source_unit *u)
{
    /* a message without #line above it names the rewritten copy */
    const char *copy = u && u->text ? memmem(line, n, u->text, strlen(u->text)) : NULL;
    const char *mirror = memmem(line, n, p->mirror, strlen(p->mirror));
    if (copy) {
        text_add(to, line, (size_t)(copy - line));
        text_addf(to, "%s", u->source);
        const char *rest = copy + strlen(u->text);
        text_add(to, rest, n - (size_t)(rest - line));
    } else if (mirror) {
        const char *rest = mirror + strlen(p->mirror);
        rest += *rest == '/';
        text_add(to, line, (size_t)(mirror - line));
        text_add(to, rest, n - (size_t)(rest - line));
    } else {
        text_add(to, line, n);
    }
    text_add(to, "\n", 1);
}

/* The folder of a header that g++ has found in an installed CUDA toolkit: "from /usr/local/include/cusparse.h:12," or a
 * message that begins so. Its length; 0: no such place. */
static size_t toolkit_place(const char *line, const struct plan *p, const char **header, int *len)
{
    const char *at = strstr(line, "from "), *slash;
    char beside[1100];
    at = at ? at + strlen("from ") : line;
    int n = (int)strcspn(at, ":");
    if (*at != '/' || ours(line, p) || !(slash = memrchr(at, '/', (size_t)n)))
        return 0;
    snprintf(beside, sizeof beside, "%.*s/cuda_runtime_api.h", (int)(slash - at), at);
    if (access(beside, R_OK))
        return 0;
    *header = slash + 1;
    *len = n - (int)(slash + 1 - at);
    return (size_t)(slash - at);
}

/* Headers of a toolkit that lies where g++ looks do not fit these: one sentence stands for hundreds of errors. 1: so it
 * was. The header that the source includes is the last of the chain. */
static int toolkit_mixed(struct text *to, const char *log, const struct plan *p)
{
    char line[1024], name[256] = "", folder[512] = "";
    int failed = 0;
    for (const char *l = log; *l && !failed;) {
        size_t n = strcspn(l, "\n"), dir;
        const char *header;
        int len;
        plain(l, n, line, sizeof line);
        l += n + (l[n] == '\n');
        if (!(dir = toolkit_place(line, p, &header, &len)))
            continue;
        if (is_chain(line) || !*name) {
            snprintf(name, sizeof name, "%.*s", len, header);
            snprintf(folder, sizeof folder, "%.*s", (int)dir, strchr(line, '/'));
        }
        failed = strstr(line, "error: ") != NULL;
    }
    if (failed)
        text_addf(to, "error: <%s> is not emulated: the header was found in %s, where a CUDA toolkit is installed. "
                  "`ridge simt` runs programs that do without this library.\n", name, folder);
    return failed;
}

/* What was removed from CUDA, and what has taken its place. */
static const char *removed(const char *line)
{
    if (strstr(line, "texture") && strstr(line, "does not name a t"))
        return "Texture references were removed in CUDA 12: take a texture object (cudaCreateTextureObject, and a "
               "cudaTextureObject_t as the kernel's parameter).\n";
    return NULL;
}

void messages_compile(struct text *to, const char *log, const struct plan *p, const struct source_unit *u)
{
    int dropping = 0, missing = 0;
    const char *instead = NULL;
    if (toolkit_mixed(to, log, p))
        return;
    for (const char *l = log; *l;) {
        size_t n = strcspn(l, "\n");
        char line[1024];
        plain(l, n, line, sizeof line);
        int note = strstr(line, ": note: ") != NULL;
        if (is_head(line))
            dropping = (note && ours(line, p)) || (note && strstr(line, "<command-line>"));
        else if (is_chain(line))
            dropping = ours(line, p) || strstr(line, "<command-line>") != NULL;
        else if (!is_excerpt(line))
            dropping = 0;
        missing |= strstr(line, "fatal error: ") && strstr(line, "No such file") && !ours(line, p);
        instead = instead ? instead : removed(line);
        if (!dropping && strcmp(line, "compilation terminated."))
            add_user_line(to, l, n, p, u);
        l += n + (l[n] == '\n');
    }
    if (instead)
        text_addf(to, "%s", instead);
    if (missing)
        text_addf(
            to,
            "A header was not found: name its directory with -I. The CUDA headers of the emulator are there "
            "without one.\n");
}

/* ---- the linker ---------------------------------------------------------------------------------------- */

/* What it means that nobody defines it. */
static const char *explain(const char *symbol)
{
    static const struct {
        const char *begins, *says;
    } t[] = {
        {"cublas", "this part of cuBLAS is not in the emulator"},
        {"curand", "this part of cuRAND is not in the emulator"},
        {"cudnn", "cuDNN is not in the emulator"},
        {"cufft", "cuFFT is not in the emulator"},
        {"cusparse", "cuSPARSE is not in the emulator"},
        {"cusolver", "cuSOLVER is not in the emulator"},
        {"nccl", "NCCL is not in the emulator"},
        {"nvtx", "NVTX is header-only: include <nvtx3/nvToolsExt.h>"},
        {"cuda", "this call of the CUDA runtime API is not in the emulator"},
        {"cu", "this call of the CUDA driver API is not in the emulator; the runtime API is"},
        {"simt_", "the emulator's headers and runtime do not fit together: build ridge again"},
        {"main", "no source has a main()"},
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        size_t n = strlen(t[k].begins);
        if (!strncmp(symbol, t[k].begins, n) &&
            (strcmp(t[k].begins, "cu") || (symbol[2] >= 'A' && symbol[2] <= 'Z')) &&
            (strcmp(t[k].begins, "main") || !symbol[n]))
            return t[k].says;
    }
    return "it is declared, and defined in none of the sources: add the file that defines it to the command "
           "line";
}

static int object_of(const struct plan *p, const char *line)
{
    for (int k = 0; k < p->n; k++)
        if (p->u[k].object && strstr(line, p->u[k].object))
            return k;
    return -1;
}

/* "…/ld: a.cu:12: undefined reference to `f(int)'" → the place and the name. */
static void undefined(struct text *to, const char *line, const char *at, const struct plan *p, const char *in)
{
    const char *name = strchr(at, '`');
    name = name ? name + 1 : at;
    int n = (int)strcspn(name, "'");
    const char *from = line;
    for (const char *s = line; s < at; s++)
        if (!strncmp(s, "ld: ", 4))
            from = s + 4;
    if (!strncmp(from, "./", 2))
        from += 2;
    char symbol[256], place[512];
    snprintf(symbol, sizeof symbol, "%.*s", n, name);
    snprintf(place, sizeof place, "%.*s", (int)(at - from), from);
    size_t len = strlen(place);
    while (len && (place[len - 1] == ' ' || place[len - 1] == ':'))
        place[--len] = 0;
    int k = object_of(p, place);
    const char *where = k >= 0                                              ? p->u[k].source
                        : strstr(place, ".text") || strstr(place, "crt1.o") ? ""
                                                                            : place;
    text_addf(to, "%s%serror: undefined: %s%s%s\n    %s.\n", where, *where ? ": " : "", symbol,
              *in ? ", used in " : "", in, explain(symbol));
}

/* 1 the first time that this name is met. */
static int first_time(struct text *seen, const char *name)
{
    char key[300];
    snprintf(key, sizeof key, "%.250s\n", name);
    if (strstr(text_str(seen), key))
        return 0;
    text_addf(seen, "%s", key);
    return 1;
}

static int of_runtime(const char *line, const struct plan *p)
{
    return strstr(line, p->lib) || strstr(line, "/simt/rt/") || strstr(line, "libridge-simt");
}

static int is_noise(const char *line)
{
    static const char *const noise[] = {"collect2:", "linker command failed", "first defined here",
                                        "more undefined references", "relocation truncated"};
    for (size_t k = 0; k < sizeof noise / sizeof noise[0]; k++)
        if (strstr(line, noise[k]))
            return 1;
    return !*line;
}

void messages_link(struct text *to, const char *log, const struct plan *p)
{
    char in[256] = "", line[2048];
    struct text seen = {.cap = 64 << 10};
    int ours_lack = 0;
    for (const char *l = log; *l;) {
        size_t n = strcspn(l, "\n");
        plain(l, n, line, sizeof line);
        l += n + (l[n] == '\n');
        const char *at = strstr(line, "undefined reference to "), *fn = strstr(line, "in function `");
        const char *twice = strstr(line, "multiple definition of ");
        if (at && of_runtime(line, p))
            ours_lack = 1;
        else if (at && first_time(&seen, strchr(at, '`') ? strchr(at, '`') : at))
            undefined(to, line, at, p, in);
        else if (fn)
            snprintf(in, sizeof in, "%.*s", (int)strcspn(fn + 13, "'"), fn + 13);
        else if (twice)
            text_addf(to, "error: %s\n    Two sources define it: keep one, or make it static or inline.\n",
                      twice);
        else if (!at && !is_noise(line))
            text_addf(to, "%s\n", line);
    }
    if (ours_lack)
        text_addf(to, "error: the emulator's runtime is not whole: build or install ridge again\n");
    text_finish(&seen);
}
