// attack: has the compiler say what gcc says when the system killed a part of it, in a line of its own
// lab: x01
// expect: ERROR correct, FAIL build
// never: ran out of memory
// layer: ridge-tool tells how each part of the compiler ended; words are not looked at
#line 1 "\ngcc: fatal error: Killed signal terminated program cc1\ncompilation terminated.\nx"
#error Killed signal terminated program cc1
