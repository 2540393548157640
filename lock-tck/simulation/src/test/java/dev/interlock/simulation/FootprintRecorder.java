// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.InstructionAdapter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes classes report what they touch to {@link Footprint}: each access to a field that is not final, and each call of a
 * collection, an atomic, a future or another object of {@code java.util} that can change. What a called object reaches
 * in turn is not seen, so a view of a map counts as a write of the map. Arrays and static fields are not reported; the
 * engine shares none.
 */
final class FootprintRecorder {

    /** It writes the log on a thread that no schedule knows. */
    private static final String OF_REAL_THREADS = "dev.interlock.internal.machine.LogThread";

    private static final String FOOTPRINT = Type.getInternalName(Footprint.class);

    /** They never change, or stand for threads, whose steps the schedule knows. */
    private static final List<String> UNSHARED = List.of(
            "java/util/function/",
            "java/util/stream/",
            "java/util/Optional",
            "java/util/Objects",
            "java/util/Comparator",
            "java/util/Iterator",
            "java/util/UUID",
            "java/util/Locale",
            "java/util/concurrent/Executor",
            "java/util/concurrent/ThreadPoolExecutor",
            "java/util/concurrent/TimeUnit");

    private static final Set<String> READING = Set.of(
            "get",
            "getOrDefault",
            "containsKey",
            "contains",
            "containsAll",
            "size",
            "isEmpty",
            "peek",
            "peekFirst",
            "peekLast",
            "getFirst",
            "getLast",
            "first",
            "last",
            "firstEntry",
            "firstKey",
            "iterator",
            "stream",
            "forEach",
            "toArray",
            "equals",
            "hashCode",
            "toString",
            "isDone",
            "isCancelled",
            "isCompletedExceptionally",
            "join",
            "getNow",
            "getCount",
            "isLocked",
            "indexOf");

    /** A simulated lock reports when it is taken; the others ask about the calling thread only. */
    private static final Set<String> OF_LOCKS = Set.of("lock", "isHeldByCurrentThread", "getHoldCount");

    private final Map<String, ClassReader> classes = new HashMap<>();
    private final Set<String> constant = new HashSet<>();

    /** Those of the engine, and what its threads share outside of it: stores, locks, pools, timers, the network. */
    static FootprintRecorder ofTheEngine() throws IOException {
        return new FootprintRecorder()
                .add(Path.of("../../lock-api/target/classes"), "dev.interlock.internal.", "dev.interlock.memory.")
                .add(
                        Path.of("target/classes"),
                        Stream.of(
                                        EventLoop.class,
                                        FarContest.class,
                                        FifoStore.class,
                                        Guarded.class,
                                        LeaseStore.class,
                                        LeaseTable.class,
                                        MemoryShape.class,
                                        QueueStore.class,
                                        QueueTable.class,
                                        Reports.class,
                                        SimulatedLock.class,
                                        SimulatedMachine.class,
                                        SimulatedPool.class,
                                        SimulatedProcess.class,
                                        Traffic.class)
                                .map(Class::getName)
                                .toArray(String[]::new));
    }

    /** Adds the classes of a directory whose names begin so. */
    private FootprintRecorder add(Path root, String... names) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : files) {
            String path = root.relativize(file).toString();
            String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
            if (Stream.of(names).anyMatch(name::startsWith) && !name.startsWith(OF_REAL_THREADS)) {
                add(name, Files.readAllBytes(file));
            }
        }
        return this;
    }

    /** Puts classes in the place of those with the same names. */
    FootprintRecorder with(Map<String, byte[]> replacements) {
        replacements.forEach(this::add);
        return this;
    }

    private void add(String name, byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        classes.put(name, reader);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public FieldVisitor visitField(
                            int access, String field, String type, String signature, Object value) {
                        if ((access & Opcodes.ACC_FINAL) != 0) {
                            constant.add(reader.getClassName() + "." + field);
                        }
                        return null;
                    }
                },
                ClassReader.SKIP_CODE);
    }

    /** All added classes, reporting, by their names. */
    Map<String, byte[]> classes() {
        Map<String, byte[]> reporting = new HashMap<>();
        classes.forEach((name, reader) -> {
            ClassNode type = new ClassNode();
            reader.accept(type, 0);
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            type.accept(new ClassVisitor(Opcodes.ASM9, writer) {
                private int next;

                @Override
                public MethodVisitor visitMethod(
                        int access, String method, String descriptor, String signature, String[] thrown) {
                    MethodVisitor target = super.visitMethod(access, method, descriptor, signature, thrown);
                    return new Reporting(target, type.methods.get(next++), type.superName);
                }
            });
            reporting.put(name, writer.toByteArray());
        });
        return reporting;
    }

    private static boolean isShared(String type) {
        return type.startsWith("java/util/") && UNSHARED.stream().noneMatch(type::startsWith);
    }

    private final class Reporting extends InstructionAdapter {

        private final boolean constructs;
        private final String parent;

        /** The first local variable that the method itself does not use. */
        private final int free;

        Reporting(MethodVisitor target, MethodNode method, String parent) {
            super(Opcodes.ASM9, target);
            constructs = method.name.equals("<init>");
            free = method.maxLocals;
            this.parent = parent;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
            boolean changes = owner.startsWith("dev/interlock/") && !constant.contains(owner + "." + field);
            if (opcode == Opcodes.GETFIELD && changes) {
                report("reads", field.hashCode());
            } else if (opcode == Opcodes.PUTFIELD && changes && !constructs) {
                store(free, Type.getType(type));
                report("writes", field.hashCode());
                load(free, Type.getType(type));
            }
            super.visitFieldInsn(opcode, owner, field, type);
        }

        @Override
        public void visitInsn(int opcode) {
            if (constructs && opcode == Opcodes.RETURN) {
                load(0, OBJECT_TYPE);
                invokestatic(FOOTPRINT, "made", "(Ljava/lang/Object;)V", false);
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
            boolean ofObject = opcode != Opcodes.INVOKESTATIC && !name.equals("<init>");
            boolean ofLock = owner.equals("java/util/concurrent/locks/ReentrantLock") && OF_LOCKS.contains(name);
            if (ofObject && isShared(owner) && !ofLock) {
                Type[] arguments = Type.getArgumentTypes(type);
                int[] kept = new int[arguments.length];
                int next = free;
                for (int i = arguments.length - 1; i >= 0; i--) {
                    kept[i] = next;
                    store(next, arguments[i]);
                    next += arguments[i].getSize();
                }
                report(READING.contains(name) ? "reads" : "writes", 0);
                for (int i = 0; i < arguments.length; i++) {
                    load(kept[i], arguments[i]);
                }
            }
            super.visitMethodInsn(opcode, owner, name, type, isInterface);
            boolean isNew = name.equals("<init>") && isShared(owner) && !(constructs && owner.equals(parent));
            if (isNew || isShared(Type.getReturnType(type).getInternalName())) {
                dup();
                invokestatic(FOOTPRINT, "made", "(Ljava/lang/Object;)V", false);
            }
        }

        /** The object is on the stack, and stays there. */
        private void report(String access, int field) {
            dup();
            iconst(field);
            invokestatic(FOOTPRINT, access, "(Ljava/lang/Object;I)V", false);
        }
    }
}
