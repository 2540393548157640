// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.jvm;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The JVM that started this one as a {@link ChildJvm}. */
public final class ParentJvm {

    private ParentJvm() {}

    /**
     * Begins the conversation on the standard output; other output of this program goes to its log from now on. The
     * program listens to its standard input, and ends when that ends, so that it does not outlive its parent.
     *
     * @return the conversation
     */
    public static Conversation connect() {
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        return new Conversation(new FileOutputStream(FileDescriptor.out));
    }
}
