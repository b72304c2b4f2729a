/*
 * monkey.c: somebody who presses anything, at any size, and the workbook must bear it: it neither crashes nor
 * hangs nor leaks, and every way out leaves the terminal as it was. TAP. Build Ridge with -Db_sanitize=address
 * to have more than crashes found.
 *     monkey [SECONDS [SEED]]        RIDGE_BIN and RIDGE_SRC as for the other screen tests
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "vt.h"

enum { BURST = 60, SANITIZER = 99 };

static uint64_t state;

static unsigned any(unsigned n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 20) % n;
}

/* What a keyboard, a mouse and a clipboard send; plain letters come besides. */
static void something(char *ret, size_t n)
{
    static const char *const keys[] = {
        "\r", "\r", "\r", "\t", " ", "\033", "q", "\177", "\033[A", "\033[B", "\033[5~", "\033[6~", "\033[H", "\033[F",
        "\033OA", "\033OB", "\033OP", "\033[3~", "/", "n", "N", ":", ":", "?", "]", "[", "l", "a", "r", "x", "c", "h",
        "f", "t", "o", "w", "H", "v", "m", "e", "\024", "\014", "\016", "\020", "\025", "\001", "\005", "y",
        "\033[200~", "\033[201~", "\033[200~Qq\r\n\xe2\x80\xae\033[201~", "\xe6\xbc\xa2", "\xf0\x9f\x99\x82", "\xc3",
        "\xff", "1e309 GFLOP\r", "lab w01\r"};
    unsigned k = any(sizeof keys / sizeof keys[0] + 12);
    if (k < sizeof keys / sizeof keys[0])
        snprintf(ret, n, "%s", keys[k]);
    else if (k % 4 == 0)
        snprintf(ret, n, "\033[<%u;%u;%uM", any(3) ? 0 : 64 + any(2), any(200) + 1, any(70) + 1);
    else
        snprintf(ret, n, "%c", 33 + (int)any(94));
}

static char home[64];
static struct vt *t;
static int tests, failed;

static void tell(int ok, const char *what)
{
    printf("%sok %d - %s\n", ok ? "" : "not ", ++tests, what);
    failed |= !ok;
}

static int start(void)
{
    static char sanitizer[64];
    static const char *env[] = {sanitizer, "RIDGE_NOW=1764615600", NULL};
    snprintf(sanitizer, sizeof sanitizer, "ASAN_OPTIONS=exitcode=%d", SANITIZER);
    t = vt_open(home, 24, 80, env);
    return t && vt_wait(t, "keys");
}

/* It may leave when told to; not otherwise, and not in any state. */
static int ended_well(void)
{
    int status = vt_end(t), well = status != -1 && WIFEXITED(status) && !WEXITSTATUS(status) && vt_restored(t);
    if (!well) {
        fprintf(stderr, "wait status %#x\n", (unsigned)status);
        vt_print(t);
    }
    vt_close(t);
    t = NULL;
    return well;
}

static int burst(void)
{
    char keys[64];
    for (int k = 0; k < BURST && !vt_over(t); k++) {
        something(keys, sizeof keys);
        vt_keys(t, keys);
        if (!any(12))
            vt_resize(t, 1 + (int)any(70), 1 + (int)any(200));
        vt_pump(t, (int)any(12));
    }
    return !vt_over(t);
}

/* Does it still listen? Out of any prompt, at a size where there is room. */
static int alive(void)
{
    vt_resize(t, 24, 80);
    vt_keys(t, "\033[201~");
    vt_pump(t, 60);
    for (int k = 0; k < 3 && !vt_over(t); k++) {
        if (!vt_shows(t, "q quit"))
            vt_keys(t, "\033");
        vt_pump(t, 80);
    }
    vt_keys(t, "\014");
    return vt_over(t) || vt_wait(t, "? keys");
}

static long seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

int main(int argc, char **argv)
{
    long end = seconds() + (argc > 1 ? atol(argv[1]) : 5);
    unsigned seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : (unsigned)time(NULL);
    int well = 1, bursts = 0, outs = 0;
    char what[160];
    state = seed * 2654435761u + 1;
    strcpy(home, "/tmp/ridge-monkey-XXXXXX");
    if (!mkdtemp(home) || !getenv("RIDGE_BIN"))
        return 99;
    for (well = start(); well && seconds() < end; bursts++)
        if (!burst() || !alive() || vt_over(t)) {
            outs++;
            well = ended_well() && start();
        }
    if (well) {
        well = alive();
        vt_keys(t, "Q");
        well = ended_well() && well;
    }
    vt_close(t);
    snprintf(what, sizeof what, "%d bursts of %d keys, %d times out and in again (seed %u)", bursts, BURST, outs, seed);
    tell(well, what);
    tell(!vt_left_behind(), "no process stays");
    snprintf(what, sizeof what, "rm -rf '%s'", home);
    if (well && system(what))
        fprintf(stderr, "%s stays\n", home);
    printf("1..%d\n", tests);
    return failed;
}
