import pytest

from cm.core.guards.mutations import mutations_of
from cm.core.guards.propose import pattern_of
from cm.flows.admission import NotAdmitted, admit, benign_commands
from cm.model.trauma import Story, Trauma
from cm.store.guard_engine import engine

HOME, CWD = "/home/me", "/home/me/shop"
INCIDENTS = [
    "git reset --hard",
    "git -C sub reset --hard origin/main",
    "git push --force origin main",
    "git push origin --delete release",
    "git clean -fdx",
    "git checkout -- .",
    "git checkout -- src/app.py",
    "git restore .",
    "git stash drop",
    "git branch -D feature/login",
    "git commit --amend",
    "rm -rf x",
    "rm -rf ./data/prod",
    "rm -fr /srv/app/uploads",
    "rm -rf $BUILD/out",
    "rm -rf ~/Documents",
    "cd api && rm -rf migrations",
    "rm important.db",
    "ssh prod 'rm -rf /srv/app'",
    "sudo rm -r /opt/tool",
    "find . -name '*.bak' -delete",
    "find . -type f -delete",
    "find /data -mtime +1 -exec rm -f {} +",
    "xargs rm -f < list.txt",
    "> config.yml",
    "echo '' > .env",
    "mv build /dev/null",
    "cp -f new.db app.db",
    "rsync -a --delete empty/ site/",
    "sed -i 's/a/b/g' src/main.py",
    "chmod -R 777 .",
    "chmod -R 777 /var/www",
    "chown -R nobody /srv",
    "psql -c 'DROP TABLE orders'",
    'psql shop -c "drop database shop"',
    "echo 'TRUNCATE users' | psql",
    'mysql -e "DELETE FROM customers"',
    "sqlite3 app.db 'update users set admin = 1'",
    "dropdb shop",
    "redis-cli FLUSHALL",
    "mongosh shop --eval 'db.dropDatabase()'",
    "python -c \"import shutil; shutil.rmtree('data')\"",
    "node -e \"require('fs').rmSync('dist', {recursive: true})\"",
    "rails db:drop",
    "npx prisma migrate reset --force",
    "python manage.py flush --noinput",
    "alembic downgrade base",
    "terraform destroy -auto-approve",
    "terraform apply -auto-approve",
    "pulumi destroy --yes",
    "docker volume rm pgdata",
    "docker system prune -af --volumes",
    "docker compose down -v",
    "docker rm -f web",
    "kubectl delete ns staging",
    "kubectl delete pvc --all -n shop",
    "helm uninstall web",
    "aws s3 rb s3://acme-prod --force",
    "aws s3 rm s3://acme-prod --recursive",
    "gcloud projects delete acme-prod",
    "az group delete -n prod --yes",
    "gh repo delete acme/shop --yes",
    "heroku pg:reset DATABASE --confirm shop",
    "vercel rm shop --yes",
    "npm publish",
    "npm unpublish pkg --force",
    "dd if=image.iso of=/dev/sdb",
    "crontab -r",
    "kill -9 4242",
    "pkill -f postgres",
    "systemctl stop postgresql",
    "curl -X DELETE http://localhost:9200/orders",
    "borg delete repo",
    "zfs destroy tank/data",
    "apt-get remove python3",
    "bash -c 'git clean -fd'",
]


def proposed(command, **more):
    return pattern_of(command, engine(), cwd=CWD, home=HOME, **more)


def armed(made):
    row = {"id": "t-1", "pattern": made.pattern, "scope": made.scope, "flags": made.flags}
    return [engine().Trauma(row, "here")]


def action(command, made):
    return engine().judge(command, armed(made), cwd=CWD, home=HOME).action


@pytest.mark.parametrize("command", INCIDENTS)
def test_a_pattern_of_an_incident_passes_admission_and_denies_its_other_spellings(command):
    made = proposed(command)
    trauma = Trauma(
        "t-1", made.pattern, Story("x"), scope=made.scope, flags=made.flags, examples=made.examples
    )
    assert not isinstance(refusal := admit(trauma, engine(), benign_commands()), NotAdmitted), refusal
    assert action(command, made) == "deny"
    assert [each for each in mutations_of(command) if action(each.text, made) != "deny"] == []


@pytest.mark.parametrize("command", INCIDENTS)
def test_a_pattern_of_an_incident_spares_what_only_mentions_it(command):
    made = proposed(command)
    quoted = command.replace("'", "")
    for said in (f"git commit -m '{quoted}'", f"echo '{quoted}'", f"grep -rn '{quoted}' docs"):
        assert action(said, made) == "allow"
    assert len(made.examples.deny) >= 1
    assert len(made.examples.allow) >= 2


@pytest.mark.parametrize(
    ("command", "spared"),
    [
        ("git reset --hard", "git reset --soft HEAD~1"),
        ("git push --force origin main", "git push origin main"),
        ("git clean -fdx", "git clean -nd"),
        ("git branch -D feature/login", "git branch -d feature/login"),
        ("rm -rf ./data/prod", "rm -rf node_modules"),
        ("rm -rf ./data/prod", "rm -rf data/production"),
        ("rm important.db", "rm other.db"),
        ("chmod -R 777 /var/www", "chmod -R 755 /var/www"),
        ("psql -c 'DROP TABLE orders'", "psql -c 'DROP TABLE orders_tmp'"),
        ('mysql -e "DELETE FROM customers"', "mysql -e 'DELETE FROM customers WHERE id = 7'"),
        ("terraform destroy -auto-approve", "terraform plan -destroy"),
        ("terraform apply -auto-approve", "terraform apply tf.plan"),
        ("docker compose down -v", "docker compose down"),
        ("docker rm -f web", "docker rm -f db"),
        ("kubectl delete ns staging", "kubectl delete pod web-0"),
        ("npm publish", "npm publish --dry-run"),
        ("aws s3 rb s3://acme-prod --force", "aws s3 ls s3://acme-prod"),
        ("find . -name '*.bak' -delete", "find . -name '*.bak'"),
        ("find . -name '*.bak' -delete", "find . -name '*.pyc' -delete"),
        ("curl -X DELETE http://localhost:9200/orders", "curl http://localhost:9200/orders"),
        ("echo '' > .env", "echo x > notes.txt"),
        ("doppler secrets delete API_KEY --yes", "doppler secrets list"),
        ("./deploy.sh --env production --wipe", "./deploy.sh --env production"),
        ("bin/rails runner 'User.delete_all'", "bin/rails runner 'puts User.count'"),
        ("helmfile -e prod destroy", "helmfile -e prod diff"),
        ("psql prod -c 'ALTER TABLE users DISABLE TRIGGER ALL'", "psql prod -c 'select 1'"),
    ],
)
def test_a_neighbour_of_an_incident_is_spared(command, spared):
    assert action(spared, proposed(command)) == "allow"


@pytest.mark.parametrize(
    ("command", "also"),
    [
        ("git reset --hard", "git reset --hard origin/topic"),
        ("terraform destroy -auto-approve", "terraform -chdir=prod destroy"),
        ("kubectl delete ns staging", "kubectl -n x delete ns production --wait=false"),
        ("aws s3 rb s3://acme-prod --force", "aws --profile p s3 rb s3://another"),
        ("docker system prune -af --volumes", "docker system prune"),
        ("rm -rf ./data/prod", "rm --recursive /srv/shop/data/prod/"),
        ("doppler secrets delete API_KEY --yes", "doppler secrets delete DB_URL"),
        ("./deploy.sh --env production --wipe", "deploy.sh --wipe --env staging"),
        ("helmfile -e prod destroy", "helmfile destroy"),
        (
            "psql prod -c 'ALTER TABLE users DISABLE TRIGGER ALL'",
            "psql -c 'alter table users  disable trigger all;'",
        ),
    ],
)
def test_the_target_is_generalised_where_it_does_not_matter(command, also):
    assert action(also, proposed(command)) == "deny"


def test_the_target_is_kept_when_asked():
    made = proposed("kubectl delete ns staging", target="same")
    assert action("kubectl delete ns staging", made) == "deny"
    assert action("kubectl delete ns scratch", made) == "allow"


def test_the_line_that_did_it_is_taken_out_of_a_chain():
    made = proposed("npm ci && git clean -fdx && npm test")
    assert made.line == "git clean --force -d -x"
    assert action("git clean -f", made) == "deny"
    assert action("npm ci && npm test", made) == "allow"


def test_powershell_is_read_in_its_own_grammar():
    made = proposed("Remove-Item -Recurse -Force C:\\work\\notes", shell="powershell")
    assert (
        engine().judge("Remove-Item -Force -Recurse C:\\work\\notes", armed(made), shell="powershell").action
        == "deny"
    )


@pytest.mark.parametrize("command", ["", "   ", "# only a comment", "x" * 5000 + "\0", "((((", "'"])
def test_nothing_is_made_of_what_says_nothing(command):
    assert proposed(command) is None
