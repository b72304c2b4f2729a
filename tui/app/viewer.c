/* viewer.c: a program that outlives this one. */
#define _GNU_SOURCE
#include "viewer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 16 };

char *viewer_paper(const struct app *a, const char *key)
{
    return util_path("%s/papers/%s.pdf", a->home, key);
}

static void become(char *const argv[], int tell)
{
    int null = open("/dev/null", O_RDWR);
    setsid();
    if (fork() > 0)
        _exit(0); /* nobody waits for the one that stays */
    for (int fd = 0; null >= 0 && fd < 3; fd++)
        dup2(null, fd);
    execvp(argv[0], argv);
    int bad = errno;
    _exit(write(tell, &bad, sizeof bad) != sizeof bad);
}

/* 0 or its errno. */
static int start(char *const argv[])
{
    int p[2], bad = 0;
    if (pipe2(p, O_CLOEXEC))
        return errno;
    pid_t pid = fork();
    if (pid == 0)
        become(argv, p[1]);
    close(p[1]);
    if (pid < 0 || read(p[0], &bad, sizeof bad) < 0)
        bad = errno;
    close(p[0]);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    return bad;
}

static int has(const char *variable)
{
    const char *v = getenv(variable);
    return v && *v;
}

/* BROWSER may name several, the best first, split by colons; each takes the address as its last word, or as its %s. */
static int browse(const char *browsers, const char *address)
{
    int bad = ENOENT;
    char *list = strdup(browsers), *save = NULL;
    for (char *one = list ? strtok_r(list, ":", &save) : NULL; one && bad; one = strtok_r(NULL, ":", &save)) {
        char *argv[WORDS + 2], *rest = NULL, *word = strtok_r(one, " ", &rest);
        int n = 0, placed = 0;
        for (; word && n < WORDS; word = strtok_r(NULL, " ", &rest)) {
            int here = !strcmp(word, "%s");
            argv[n++] = here ? (char *)(size_t)address : word;
            placed |= here;
        }
        if (!placed)
            argv[n++] = (char *)(size_t)address;
        argv[n] = NULL;
        bad = n > 1 ? start(argv) : ENOENT;
    }
    free(list);
    return bad;
}

int viewer_address(const char *address, struct err *e)
{
    const char *browser = has("BROWSER") ? getenv("BROWSER") : "xdg-open";
    if (!has("BROWSER") && !has("DISPLAY") && !has("WAYLAND_DISPLAY"))
        return err_set(e, "No browser is known here (BROWSER can name one). The address: %s", address);
    int bad = browse(browser, address);
    return bad ? err_set(e, "%s could not be started: %s. The address: %s", browser, strerror(bad), address) : 0;
}

int viewer_open(const char *file, struct err *e)
{
    const char *viewer = has("RIDGE_VIEWER") ? getenv("RIDGE_VIEWER") : "xdg-open";
    char *argv[] = { (char *)(size_t)viewer, (char *)(size_t)file, NULL };
    if (!has("RIDGE_VIEWER") && !has("DISPLAY") && !has("WAYLAND_DISPLAY"))
        return err_set(e, "No desktop is here to show %s on; RIDGE_VIEWER names a program that can", file);
    int bad = start(argv);
    return bad ? err_set(e, "%s: %s. RIDGE_VIEWER names a program that shows %s", viewer, strerror(bad), file) : 0;
}
