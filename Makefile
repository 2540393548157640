.PHONY: build test it format mutants report

build: ; ./mvnw -B verify
test: ; ./mvnw -B test
it: ; .ci/run
format: ; ./mvnw -B spotless:apply
mutants: ; ./mvnw -B verify -pl lock-tck/mutants,lock-redis,lock-zookeeper,lock-jdbc,examples/file-backend -am -Dtest='*Mutant*' -Dit.test='*Mutant*' -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
report: ; ./mvnw -B -Preport package -Dreport.args="$(ARGS)"
