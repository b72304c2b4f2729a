/*
 * The compile gate of CUDA labs: what ptxas says of each kernel, and what its PTX contains. It needs nvcc
 * and no GPU. Numbers become counters of the pseudo-case "compile", one call a kernel.
 */
#define _GNU_SOURCE
#include "phase_cuda.h"

#include <stdlib.h>
#include <string.h>

static void kernel_counter(struct job *j, const char *kernel, const char *name, double v)
{
    json_array_append_new(job_list(j, "counters"),
                          json_pack("{s:s s:s s:s s:f s:s}", "case", "compile", "call", kernel, "name", name,
                                    "value", v, "source", strncmp(name, "ptx:", 4) ? "ptxas" : "ptx"));
}

static double number_before(const char *line, const char *unit)
{
    const char *at = strstr(line, unit);
    if (!at)
        return 0;
    while (at > line && at[-1] == ' ')
        at--;
    while (at > line && at[-1] >= '0' && at[-1] <= '9')
        at--;
    return atof(at);
}

/* "ptxas info : Compiling entry function 'NAME' for 'sm_90a'" and the two lines of figures after it */
static void read_ptxas(struct job *j, const char *log)
{
    char kernel[128] = "";
    char *text = strdup(log), *save = NULL;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        const char *name = strstr(line, "Compiling entry function '");
        if (name) {
            name += strlen("Compiling entry function '");
            snprintf(kernel, sizeof kernel, "%.*s", (int)strcspn(name, "'"), name);
        } else if (*kernel && strstr(line, "bytes spill stores")) {
            kernel_counter(j, kernel, "stack_B", number_before(line, "bytes stack frame"));
            kernel_counter(j, kernel, "spill_B",
                           number_before(line, "bytes spill stores") + number_before(line, "bytes spill loads"));
        } else if (*kernel && strstr(line, " registers")) {
            kernel_counter(j, kernel, "regs", number_before(line, "registers"));
            kernel_counter(j, kernel, "smem_B", number_before(line, "bytes smem"));
            kernel_counter(j, kernel, "barriers", number_before(line, "barriers"));
        }
    }
    free(text);
}

static double occurrences(const char *body, size_t n, const char *what)
{
    double count = 0;
    size_t len = strlen(what);
    for (const char *at = memmem(body, n, what, len); at;
         at = memmem(at + len, n - (size_t)(at + len - body), what, len))
        count++;
    return count;
}

/* The text of one .entry in the PTX: from its name to the next entry or the end. */
static const char *ptx_body(const char *ptx, const char *kernel, size_t *n)
{
    char head[192];
    snprintf(head, sizeof head, ".entry %s(", kernel);
    const char *at = strstr(ptx, head);
    if (!at)
        return NULL;
    const char *end = strstr(at + 1, ".entry ");
    *n = end ? (size_t)(end - at) : strlen(at);
    return at;
}

int cuda_gates(struct job *j, const struct build_result *r, struct err *e)
{
    read_ptxas(j, text_str(&r->log));
    char *path = util_path("%s/lab.ptx", j->build.dir), *ptx = util_read_file(path, 64u << 20, e);
    free(path);
    if (!ptx)
        return -1;
    for (size_t k = 0; k < j->lab.ngates; k++) {
        const struct lab_gate *g = &j->lab.gates[k];
        size_t n = 0;
        if (strncmp(g->counter, "ptx:", 4))
            continue;
        const char *body = ptx_body(ptx, g->call, &n);
        kernel_counter(j, g->call, g->counter, body ? occurrences(body, n, g->counter + 4) : 0);
    }
    free(ptx);
    return 0;
}
