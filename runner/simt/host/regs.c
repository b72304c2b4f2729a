/*
 * regs.c: what nvcc makes of a program, where the CUDA toolkit is installed: registers of each kernel, and how wide the
 * accesses to shared memory are that each line has become.
 */
#define _GNU_SOURCE
#include "simt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/build/build.h"
#include "map.h"
#include "runner/box/spawn.h"

enum { WORDS = 160 };

static void add(const char **v, int *n, const char *s)
{
    if (*n < WORDS - 1)
        v[(*n)++] = s;
    v[*n] = NULL;
}

/* "Compiling entry function '_Z1kPf' for 'sm_90'" … "Used 12 registers" */
static void read_words(json_t *regs, const char *log, json_t *mangled)
{
    char name[512] = "";
    for (const char *l = log; *l; l += strcspn(l, "\n"), l += *l == '\n') {
        const char *entry = strstr(l, "entry function '"), *used = strstr(l, "Used ");
        const char *end = l + strcspn(l, "\n");
        if (entry && entry < end)
            snprintf(name, sizeof name, "%.*s", (int)strcspn(entry + 16, "'"), entry + 16);
        if (used && used < end && *name) {
            long n = strtol(used + 5, NULL, 10);
            json_object_set_new(regs, name, json_integer(n));
            json_array_append_new(mangled, json_string(name));
            name[0] = 0;
        }
    }
}

/* As a launch names it: without arguments and template arguments. */
static json_t *demangled(const json_t *regs, const json_t *mangled)
{
    const char *argv[WORDS] = {"c++filt"};
    int n = 1;
    size_t k;
    const json_t *m;
    json_array_foreach(mangled, k, m)
        add(argv, &n, json_string_value(m));
    struct box box = {.ro = {"/"}, .rw = {"/dev/null"}, .in_fd = -1, .cpu = -1};
    struct spawn_result s = spawn_wait(argv, &box, NULL, 20);
    json_t *ret = json_object();
    char *save = NULL, *copy = strdup(text_str(&s.output));
    k = 0;
    for (char *l = strtok_r(copy, "\n", &save); l && k < json_array_size(mangled);
         l = strtok_r(NULL, "\n", &save), k++) {
        function_name(l);
        l[strcspn(l, "<")] = 0;
        json_int_t r =
            json_integer_value(json_object_get(regs, json_string_value(json_array_get(mangled, k))));
        if (r > json_integer_value(json_object_get(ret, l)))
            json_object_set_new(ret, l, json_integer(r));
        const char *last = strrchr(l, ':'); /* a launch may leave the namespace out */
        if (last && r > json_integer_value(json_object_get(ret, last + 1)))
            json_object_set_new(ret, last + 1, json_integer(r));
    }
    free(copy);
    text_finish(&s.output);
    return ret;
}

/* In nvdisasm's text: '//## File "/a/b.cu", line 12' and then 'LDS.128 R20, [R2] ;' and the like of that line. */
static void read_widths(json_t *widths, FILE *f)
{
    char line[2048], place[256] = "";
    while (fgets(line, sizeof line, f)) {
        const char *file = strstr(line, "//## File \""), *op = strstr(line, " LDS"), *name;
        char key[300], kind[4] = "LDS";
        int number;
        if (file) {
            file += strlen("//## File \"");
            size_t n = strcspn(file, "\"");
            name = memrchr(file, '/', n);
            name = name ? name + 1 : file;
            if (sscanf(file + n, "\", line %d", &number) == 1)
                snprintf(place, sizeof place, "%.*s:%d", (int)(file + n - name), name, number);
            continue;
        }
        if (!op && (op = strstr(line, " STS")))
            memcpy(kind, "STS", sizeof kind);
        if (!op || !*place || (op[4] != ' ' && op[4] != '.'))
            continue;
        int bytes = !strncmp(op + 4, ".128", 4) ? 16 : !strncmp(op + 4, ".64", 3) ? 8 : 4;
        snprintf(key, sizeof key, "%s %s", kind, place);
        if (bytes > json_integer_value(json_object_get(widths, key)))
            json_object_set_new(widths, key, json_integer(bytes));
    }
}

/* nvdisasm's text is larger than a pipe: a file in dir takes it. */
static void disassemble(json_t *widths, const char *bin, const char *dir)
{
    const char *own = getenv("PATH");
    char *path = util_path("PATH=%s:%s", bin ? bin : "/usr/bin", own ? own : "/bin"),
         *out = util_path("%s/regs.sass", dir);
    const char *argv[] = {"/usr/bin/env", path, "/bin/sh", "-c", "exec nvdisasm -g -c regs.cubin >regs.sass", NULL};
    struct box box = {.ro = {"/"}, .rw = {dir, "/tmp", "/dev/null"}, .cwd = dir, .in_fd = -1, .cpu = -1};
    struct spawn_result s = spawn_wait(argv, &box, NULL, 120);
    FILE *f = s.end == SPAWN_EXIT && !s.code ? fopen(out, "r") : NULL;
    if (f) {
        read_widths(widths, f);
        fclose(f);
    }
    unlink(out);
    text_finish(&s.output);
    free(path);
    free(out);
}

json_t *simt_registers(const char *const *sources, const char *const *includes, const char *const *defines,
                       const char *dir, const char *cwd, json_t **widths)
{
    char *nvcc = build_nvcc(), *bin = nvcc ? strdup(nvcc) : NULL, *own[WORDS],
         *out = util_path("%s/regs.cubin", dir), *scratch = util_path("TMPDIR=%s", dir);
    int nown = 0;
    json_t *regs = json_object(), *mangled = json_array(), *found = json_object(), *ret = NULL;
    if (bin && strrchr(bin, '/'))
        *strrchr(bin, '/') = 0;
    for (int q = 0; nvcc && sources[q]; q++) {
        const char *dot = strrchr(sources[q], '.'), *v[WORDS] = {"/usr/bin/env", scratch, nvcc};
        int n = 3;
        if (!dot || strcmp(dot, ".cu"))
            continue;
        static const char *const first[] = {"-cubin",  "-O3", "-std=c++17", "-arch=sm_90", "-lineinfo",
                                            "-Xptxas", "-v",  "-w"};
        for (size_t k = 0; k < sizeof first / sizeof first[0]; k++)
            add(v, &n, first[k]);
        for (int k = 0; includes && includes[k] && nown < WORDS - 2; k++)
            add(v, &n, own[nown++] = util_path("-I%s", includes[k]));
        for (int k = 0; defines && defines[k] && nown < WORDS - 2; k++)
            add(v, &n, own[nown++] = util_path("-D%s", defines[k]));
        add(v, &n, sources[q]);
        add(v, &n, "-o");
        add(v, &n, out);
        struct box box = {.ro = {"/"}, .rw = {dir, "/tmp", "/dev/null"}, .cwd = cwd, .in_fd = -1, .cpu = -1};
        struct spawn_result s = spawn_wait(v, &box, bin, 240);
        read_words(regs, text_str(&s.output), mangled);
        text_finish(&s.output);
        if (s.end == SPAWN_EXIT && !s.code)
            disassemble(found, bin, dir);
        while (nown)
            free(own[--nown]);
    }
    if (json_object_size(regs))
        ret = demangled(regs, mangled);
    *widths = json_object_size(found) ? json_incref(found) : NULL;
    json_decref(found);
    json_decref(regs);
    json_decref(mangled);
    free(nvcc);
    free(bin);
    free(out);
    free(scratch);
    return ret;
}
