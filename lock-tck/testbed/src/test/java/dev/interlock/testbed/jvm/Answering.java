// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.jvm;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The program of the child JVMs in the tests. */
final class Answering {

    static final JavaProgram PROGRAM =
            new JavaProgram(Answering.class, List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));

    private final Conversation parent = ParentJvm.connect();

    private Answering() {}

    static ChildJvm start(String name) {
        return ChildJvm.start(name, PROGRAM);
    }

    public static void main(String[] arguments) throws IOException {
        Answering program = new Answering();
        program.parent.listen(System.in, program::answer);
        Runtime.getRuntime().halt(0);
    }

    private void answer(Conversation.Question question) throws IOException {
        List<String> rest = question.words().subList(1, question.words().size());
        switch (question.word(0)) {
            case "echo" -> question.answer(rest.toArray(String[]::new));
            case "print" -> {
                System.out.println(rest.get(0));
                question.answer();
            }
            case "throw" -> throw new IOException(rest.get(0));
            case "die" -> {
                System.err.println(rest.get(0));
                Runtime.getRuntime().halt(3);
            }
            case "report" -> parent.tell(rest.get(0));
            case "ask back" ->
                parent.ask(rest.get(0)).thenAccept(answer -> question.answer(answer.toArray(String[]::new)));
            case "pid" -> question.answer(Long.toString(ProcessHandle.current().pid()));
            case "start another" -> {
                ChildJvm another = start("another");
                question.answer(another.answer(Duration.ofSeconds(60), another.ask("pid"))
                        .get(0));
            }
            default -> System.err.println("no answer to " + question.words());
        }
    }
}
