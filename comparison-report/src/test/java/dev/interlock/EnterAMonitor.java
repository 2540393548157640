// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.ClassReader;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.ClassVisitor;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.MethodVisitor;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Opcodes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Finds {@code synchronized} blocks, which ArchUnit's model leaves out, by their opcode in the class file. Reads it
 * with the ASM that ArchUnit carries, because the JDK has no class-file reader of its own before 24.
 */
final class EnterAMonitor extends ArchCondition<JavaClass> {

    EnterAMonitor() {
        super("enter a monitor");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        Source source = type.getSource().orElseThrow();
        try (InputStream bytes = source.getUri().toURL().openStream()) {
            new ClassReader(bytes).accept(visitor(type, events), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + source.getUri(), e);
        }
    }

    private static ClassVisitor visitor(JavaClass type, ConditionEvents events) {
        return new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String method, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitInsn(int opcode) {
                        if (opcode == Opcodes.MONITORENTER) {
                            events.add(SimpleConditionEvent.satisfied(
                                    type, type.getName() + "." + method + " has a synchronized block"));
                        }
                    }
                };
            }
        };
    }
}
