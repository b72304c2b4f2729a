/* Foreign bytes never reach a terminal as they are. */
#include <jansson.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/base/util.h"
#include "runner/base/memory.h"

Test(clean, table)
{
    static const struct {
        const char *in, *out;
        int colour;
    } t[] = {
        { "plain\n\ttext", "plain\n\ttext", 0 },
        { "\033[31mred\033[0m", "\\x1b[31mred\\x1b[0m", 0 },
        { "\033[31mred\033[0m", "\033[31mred\033[0m", 1 },
        { "\033[Kerase", "erase", 1 },
        { "\033]52;c;Zm9v\a", "\\x1b]52;c;Zm9v\\x07", 1 },
        { "\033[2J", "\\x1b[2J", 1 },
        { "caf\xc3\xa9", "caf\xc3\xa9", 0 },
        { "bad\xff\xc3", "bad\\xff\\xc3", 0 },
        { "over\xc0\xaflong", "over\\xc0\\xaflong", 0 },
        { "\xe2\x80\xae" "bidi", "\\xe2\\x80\\xaebidi", 0 },
        { "c1\xc2\x9b" "31m", "c1\\xc2\\x9b31m", 1 },
        { "cr\rlf", "crlf", 0 },
        { "no \xef\xbf\xbf character", "no \\xef\\xbf\\xbf character", 0 },
        { "", "", 0 },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        char *s = util_clean(t[k].in, strlen(t[k].in), t[k].colour);
        cr_assert_str_eq(s, t[k].out, "row %zu gave \"%s\"", k, s);
        free(s);
    }
}

/* Whatever goes in: what comes out is valid UTF-8 without control characters. */
Test(clean, random_bytes)
{
    uint64_t state = 1;
    for (int round = 0; round < 20000; round++) {
        unsigned char in[64];
        for (size_t k = 0; k < sizeof in; k++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            in[k] = (unsigned char)(state >> 56);
        }
        char *s = util_clean((const char *)in, sizeof in, 0);
        for (const unsigned char *p = (unsigned char *)s; *p; p++)
            cr_assert(*p >= 0x20 || *p == '\n' || *p == '\t');
        free(s);
    }
}

Test(text, cap_counts_what_it_dropped)
{
    struct text t = { .cap = 10 };
    text_add(&t, "0123456789abcdef", 16);
    cr_assert_str_eq(text_str(&t), "0123456789");
    cr_assert_eq(t.dropped, 6);
    text_finish(&t);
    cr_assert_str_eq(text_str(&t), "");
}

Test(files, sizes_and_kinds)
{
    struct err e;
    cr_assert_null(util_read_file("/", 100, &e));
    cr_assert(strstr(e.text, "not a regular file"));
    cr_assert_null(util_read_file("/etc/passwd", 1, &e));
    cr_assert(strstr(e.text, "at most 1 are accepted"));
    cr_assert_null(util_read_file("/proc/self/nothing of this name", 1, &e));
    cr_assert(strstr(e.text, "No such file"));
}

/* Their size is 0, whatever is in them. */
Test(files, the_kernels_own)
{
    char *own = util_read_kernel(AT_FDCWD, "/proc/self/stat");
    char *limit = util_read_kernel(AT_FDCWD, "/proc/sys/kernel/pid_max");
    int dir = open("/proc/self", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char *again = util_read_kernel(dir, "stat");
    cr_assert_eq(atoi(own), getpid());
    cr_assert_eq(atoi(again), getpid());
    cr_assert_gt(atoi(limit), 0);
    cr_assert_null(util_read_kernel(dir, "nothing"));
    cr_assert_null(util_read_kernel(AT_FDCWD, "/proc/self"));
    close(dir);
    free(own);
    free(again);
    free(limit);
}

Test(hash, boundaries_matter)
{
    char a[33], b[33];
    util_hash(a, "ab", "c", NULL);
    util_hash(b, "a", "bc", NULL);
    cr_assert_str_neq(a, b);
    util_hash(b, "ab", "c", NULL);
    cr_assert_str_eq(a, b);
}

/* ---- memory.h ---- */

static void says_it_left(void)
{
    ssize_t n = write(STDERR_FILENO, "left. ", 6);
    (void)n;
}

/* A document that the machine has no memory for ends the program with our sentence and code, the terminal given back. */
Test(memory, a_document_too_large_ends_the_program_as_our_fault)
{
    int out[2], status = -1;
    char said[512] = "";
    cr_assert_eq(pipe(out), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct rlimit none = { 1 << 20, 1 << 20 };
        dup2(out[1], STDERR_FILENO);
        memory_must();
        memory_before_end(says_it_left);
        char *text = malloc(64u << 20);
        memset(text, '1', 64u << 20);
        text[0] = '"';
        text[(64u << 20) - 2] = '"';
        text[(64u << 20) - 1] = 0;
        setrlimit(RLIMIT_DATA, &none);
        setrlimit(RLIMIT_AS, &none);
        _exit(json_loads(text, JSON_DECODE_ANY, NULL) ? 1 : 2);
    }
    close(out[1]);
    for (ssize_t n, at = 0; (n = read(out[0], said + at, sizeof said - 1 - (size_t)at)) > 0;)
        at += n;
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 9, "%x: %s", (unsigned)status, said);
    cr_assert(strstr(said, "left. ridge: this machine has no memory left.") == said, "%s", said);
}
